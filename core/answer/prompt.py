"""The prompt for a model: instructions, the sections of the context in order, and the question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from core.answer.numbered import plain, shown_all
from core.errors import SettingsError, cause
from core.model import split_key
from core.model.answer import NumberedSource
from core.vocabulary import unit_type

_USUAL = Path(__file__).with_name("prompt.txt")
_STRUCTURE = frozenset({"folder", "file", "package", "crate", "go_module", "engine", "workspace"})
_MODULES = frozenset({"module", "namespace"})
_SECTIONS = ("Structure", "Module Documentation", "Relevant Code", "Project Documentation")
_ORDER = "Sections:"
_LONGEST = 20_000  # characters of instructions
_LONGEST_ANSWER = 1_500  # characters of an earlier answer


def instructions(path: str = "") -> str:
    """Return the instructions, those of the user's own file if one is named; raises `SettingsError` when it cannot be read."""
    return "\n".join(line for line in _text(path).splitlines() if not line.startswith(_ORDER)).strip()


def headings(path: str = "") -> Mapping[str, str]:
    """Return the sections of the context in their order with the headings that they get.

    A line of the user's file says both, `Sections: Relevant Code, Crate Structure`: headings end with names of sections.
    Those that it does not name come behind. Raises `SettingsError` for a heading of no section.
    """
    said = next((line.removeprefix(_ORDER) for line in _text(path).splitlines() if line.startswith(_ORDER)), "")
    found: dict[str, str] = {}
    for heading in filter(None, (name.strip() for name in said.split(","))):
        section = next((one for one in _SECTIONS if heading.casefold().endswith(one.casefold())), "")
        if not section:
            known = ", ".join(_SECTIONS)
            raise SettingsError(f"'{path}' (answer.prompt) has an unknown section '{heading}'. Choose from: {known}.")
        found[section] = heading
    return found | {one: one for one in _SECTIONS if one not in found}


def _text(path: str) -> str:
    try:
        text = Path(path).expanduser().read_text(encoding="utf-8") if path else _USUAL.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise SettingsError(f"'{path}' (answer.prompt) cannot be read: {cause(problem)}.") from problem
    if not text.strip() or len(text) > _LONGEST:
        raise SettingsError(f"'{path}' (answer.prompt) is empty or longer than {_LONGEST:,} characters.")
    return text.strip()


def prompt(
    question: str, sources: Sequence[NumberedSource], facts: Sequence[str], before: Sequence[tuple[str, str]] = (),
    own: str = "",
) -> str:  # fmt: skip
    """Return the message: sections of sources, facts of the index, earlier questions with their answers, the question.

    `own` is the user's file of instructions, which may say in which order sections come.
    """
    told = headings(own)
    sections = {told[name]: [source for source in sources if _section(source) == name] for name in told}
    parts = [f"## {name}\n\n{shown_all(found)}" for name, found in sections.items() if found]
    if facts:
        parts.append("## Facts of the index (not to be cited)\n\n" + "\n".join(f"- {plain(fact)}" for fact in facts))
    if before:
        parts.append("## Asked before\n\n" + "\n".join(_asked(question, answer) for question, answer in before))
    return "\n\n---\n\n".join(["\n\n".join(parts), f"**Question:** {question.strip()}"])


def _asked(question: str, answer: str) -> str:
    """Return an earlier question and the beginning of its answer as one line: an answer quotes code, which is data."""
    said = f" → {plain(' '.join(answer.split()), _LONGEST_ANSWER)}" if answer else ""
    return f"- {plain(question)}{said}"


def _section(source: NumberedSource) -> str:
    type_ = split_key(source.unit_key)[0]
    if unit_type(type_).prose:
        return "Project Documentation"
    if type_ in _STRUCTURE:
        return "Structure"
    return "Module Documentation" if type_ in _MODULES else "Relevant Code"
