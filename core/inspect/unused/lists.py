"""Lists of unused code, by type."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from core.analyse.result import Result
from core.analyse.unused import Unused, listed
from core.errors import SettingsError, did_you_mean
from core.inspect.unused.translations import translations
from core.inspect.usage.routing import is_action
from core.inspect.verdict import verdicts_on
from core.languages import CODE_FAMILIES, family_of
from core.model import UnitHead
from core.model.verdict import UNUSED, USED, Verdict
from core.open_index import OpenIndex
from core.vocabulary import BY_PATH, FRAMEWORK, PROSE, is_member, unit_type


def _kind(index: OpenIndex, head: UnitHead) -> str:
    """Return the list in which a unit belongs when nothing uses it; empty for none."""
    row = unit_type(head.type)
    if head.is_test or head.type in BY_PATH | PROSE | FRAMEWORK or family_of(head.language) not in CODE_FAMILIES:
        return ""
    if head.type in ("scope", "job", "route", "function"):
        return head.type
    if head.type == "view_template":
        return "partial" if head.name.startswith("_") else "template"
    parent = index.by_key.get(head.parent)
    if head.type == "method":
        if is_action(index, head):
            return "action"
        return "helper" if parent is not None and parent.type == "helper" else "method"
    inner = parent is not None and is_member(head.type, parent.type)
    plain = not (row.container or row.member or row.entry or row.convention or row.runs)
    return "class" if plain and not inner and head.type not in ("module", "const", "var", "type") else ""


LISTS = ("method", "function", "class", "scope", "helper", "partial", "template", "route", "action", "translation", "job")
"""What is looked for, by type."""
_OTHERS: Mapping[str, Callable[[OpenIndex], Sequence[Unused]]] = {"translation": translations}


def unused(index: OpenIndex, type_: str = "") -> Result[Unused]:
    """Return what nothing is known to use: of one type, or of all; raises `SettingsError` for a type that has no list.

    What a language, framework or library calls by its name is counted in a note and not listed. What is possibly used comes in
    the order of evidence: few lines before many, then computed names, then what a library may call; the largest units first.
    """
    if type_ and type_ not in LISTS:
        raise SettingsError(f"No list of unused code for the type '{type_}'. {did_you_mean(type_, LISTS)}")
    kinds = {head.key: kind for head in index.heads if (kind := _kind(index, head)) and type_ in ("", kind)}
    verdicts = verdicts_on(index, [index.by_key[key] for key in kinds])
    by_name = sum(verdict.by_name for verdict in verdicts.values())
    asked = [(index.by_key[key], one) for key, one in verdicts.items() if one.word != USED and not one.by_name]
    asked.sort(key=lambda pair: (pair[1].evidence, pair[0].start_line - pair[0].end_line, pair[0].key))
    rows = [_row(head, kinds[head.key], verdict) for head, verdict in asked]
    searched = sorted({one.searched for one in verdicts.values() if one.word == UNUSED and one.searched})
    for name, make in _OTHERS.items():
        if type_ in ("", name):
            rows += make(index)
    left_out = f"{by_name} more are called by the language, a framework or a library (not listed)."
    return listed(rows, type_, [*searched, *([left_out] if by_name else [])])


def _row(head: UnitHead, type_: str, verdict: Verdict) -> Unused:
    return Unused(head.key, type_, verdict.word, verdict.why.rstrip("."), verdict.places, head.file_path, head.start_line)
