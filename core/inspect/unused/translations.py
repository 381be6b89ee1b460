"""Translations without a known lookup."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from core.analyse.unused import Unused
from core.extract.rails.files.yaml_lines import leaves, may_begin
from core.inspect.usage.inheritance import inheritance_of
from core.inspect.written import WrittenLine, computed_names
from core.languages import family_of
from core.model.verdict import NOT_ANALYSED, POSSIBLY_USED, UNUSED
from core.open_index import OpenIndex
from core.text.lines import line_at

_LOCALE_FILE = re.compile(r"(?:^|/)locales?/.*\.ya?ml$")
_TESTED = re.compile(r"^(?:spec|test|features)/|/(?:spec|test|dummy|fixtures)/")
_DEFAULT = re.compile(r"^[^#\n]*default_locale\s*=\s*:?[\"']?([a-z]{2,3}(?:-\w+)?)\b", re.MULTILINE)
_SETTING = re.compile(r"^(?:.*/)?config/(?:application|environments?/production|initializers/.+)\.rb$")
_PLURALS = frozenset({"zero", "one", "two", "few", "many", "other"})
_NEAR = 300  # letters after a key in which its call may give the scope
_SHORTEST = 4  # letters of a string that may be the beginning of keys
_QUOTED = re.compile(r"[\"'`:](\.?[A-Za-z_][\w.\-]*[?!]?)")
_SPACED = re.compile(r"[\"'](\.?[A-Za-z_][\w.\-]* [\w.\- ]*)[\"']")  # keys of several words
_ALONE = re.compile(r"^[ \t]*([a-z_]\w*)[ \t]*$", re.MULTILINE)  # a word of a list over several lines
_OPEN = re.compile(r"(?<![\w.])t(?:ranslate)?[ (]+[\"']\.[^\"'#\n]*#\{")
_READS = r"(?<![\w@]){names}!?(?:\(\s*| +)(?::([A-Za-z_]\w*)|:?([\"'`])([A-Za-z_][\w.\-]*)\2)"
"""A lookup of a key that is written: `t("a.b")`, `t :a`, by one of these names."""

_SCOPE = re.compile(r"(?:[^()\n]|,\s*\n|\([^()\n]*\))*?[(,]\s*:?scope(?::|\s*=>)\s*(\[[^\]\n]*\]|:?[\"']?[\w.]+[\"']?)")
_WRAPPED = re.compile(r"\bdef +(?:self\.)?(\w+)[( ] *(\w+)[^\n]*\n?[^\n]*(?<![\w@])t(?:ranslate)?[( ] *\2\b")
_OPEN_ABOVE = re.compile(r"(?:^|/)app/(?:views|controllers|mailers|helpers|components)/(.+?)(?:\.[^/]*)$")
_OF_LIBRARIES = frozenset(
    """activerecord activemodel active_record active_model errors date time datetime number support helpers devise doorkeeper
    will_paginate views simple_form i18n faker ransack pagy kaminari cancan pundit unauthorized active_admin formtastic flash
    enumerize enums enum administrate rails_admin authlogic carrierwave active_storage mailboxer high_voltage recaptcha
    attributes models transliterate language locale_name general_lang_name general_csv_separator general_csv_decimal_separator
    general_csv_encoding general_pdf_fontname general_pdf_monospaced_fontname general_first_day_of_week direction
    jquery locale faraday date_validator validates_timeliness human helpers js""".split()  # noqa: SIM905
)
"""First parts of keys that Rails and libraries look up by themselves."""


Texts = Iterable[tuple[str, str, str]]
"""Path, language and text of files."""


class _Translation(NamedTuple):
    key: str
    file_path: str
    line: int


def translations(index: OpenIndex) -> list[Unused]:
    """Return the keys of the default locale that nothing is known to look up.

    A key counts as looked up where its whole name is written, as a string or symbol or as Rails completes a key that begins
    with a dot. It is unknown where only its end, or what stands above it, is written, or code computes a key that fits.
    """
    texts = tuple(index.catalog.file_texts())
    own, gems = list(_keys(texts)), inheritance_of(index).libraries
    libraries = _OF_LIBRARIES | {top for one in own if (top := one.key.partition(".")[0]).replace("_", "") in gems}
    asked = [one for one in own if one.key.partition(".")[0] not in libraries]
    written, open_ = _written(texts), _open(texts)
    read = _read(texts) | {key: written.get(key) for key in _completed(index)}
    left = [one for one in asked if one.key not in written and one.key not in read]
    computed = _computed(index, [one.key for one in left])
    found = [_judged(one, written, read, computed, open_) for one in left]
    others = (one for one in own if one.key.partition(".")[0] in libraries)
    return [*found, *(_of_library(one) for one in others)]


def _keys(every: Texts) -> Iterator[_Translation]:
    """Yield the keys of the default locale once each, those of one text in several numbers as one."""
    texts = [(path, text) for path, language, text in every if language in ("yaml", "ruby")]
    locale = next((found.group(1) for path, text in texts if _SETTING.search(path) and (found := _DEFAULT.search(text))), "en")
    seen: set[str] = set()
    for path, text in texts:
        if not _LOCALE_FILE.search(path) or _TESTED.search(path) or not may_begin(text, locale):
            continue
        try:
            rows = leaves(text)
        except ValueError:
            continue  # the file is told among the problems of the index
        for steps, _, line in rows:
            if len(steps) > 1 and steps[0].strip("\"'") == locale:
                key = ".".join(step for step in steps[1:] if step not in _PLURALS and not step.isdigit())
                if key and key not in seen:
                    seen.add(key)
                    yield _Translation(key, path, line)


def _written(texts: Texts) -> dict[str, WrittenLine]:
    """Return by name where a string or symbol of it first stands outside of translations, prose and tests."""
    lines: dict[str, WrittenLine] = {}
    for path, language, text in texts:
        if _LOCALE_FILE.search(path) or _TESTED.search(path) or family_of(language) in ("documents", "manifests"):
            continue
        for pattern in (_QUOTED, _SPACED, *((_ALONE,) if "%w" in text or "%i" in text else ())):
            if lines.keys() >= set(pattern.findall(text)):
                continue
            for match in pattern.finditer(text):
                if match.group(1) not in lines:
                    lines[match.group(1)] = WrittenLine(path, line_at(text, match.start()))
    return lines


def _read(texts: Texts) -> dict[str, WrittenLine | None]:
    """Return by key where code looks it up, with the scope that it is given; a scope that is computed ends the key.

    Methods that hand on their parameter, `def text_of(key) = t(key)`, look up as `t` does.
    """
    lines: dict[str, WrittenLine | None] = {}
    code = [(path, text) for path, _, text in texts if not (_LOCALE_FILE.search(path) or _TESTED.search(path))]
    wrappers = {match[1] for path, text in code if path.endswith(".rb") for match in _WRAPPED.finditer(text)}
    names = "|".join(["t", "translate", *sorted(wrappers - {"t", "translate"})])
    reads = re.compile(_READS.format(names=f"(?:{names})"))
    for path, text in code:
        for match in reads.finditer(text):
            key = _scoped(match[1] or match[3], text, match.end())
            if key and key not in lines:
                lines[key] = WrittenLine(path, line_at(text, match.start()))
    return lines


def _scoped(key: str, text: str, end: int) -> str:
    """Return a key below the scope that its call gives; where a part of the scope is computed the parts before it."""
    scope = _SCOPE.match(text, end, end + _NEAR)
    if scope is None:
        return key.rstrip(".")
    parts = [part.strip() for part in scope[1].strip("[]").split(",")]
    literal = list(itertools.takewhile(lambda part: part[:1] in ":\"'", parts))
    names = [part.strip(":\"'") for part in literal]
    return ".".join([*names, key] if len(literal) == len(parts) else names)


def _open(texts: Texts) -> dict[str, WrittenLine]:
    """Return where a file looks up a key of its own that it computes, `t(".#{kind}")`, by what stands above such keys."""
    lines: dict[str, WrittenLine] = {}
    for path, _, text in texts:
        if (above := _OPEN_ABOVE.search(path)) and (match := _OPEN.search(text) if "#{" in text else None):
            folder, _, name = above[1].rpartition("/")
            scope = f"{folder}/{name.lstrip('_').removesuffix('_controller')}".strip("/").replace("/", ".")
            lines.setdefault(f"{scope}.", WrittenLine(path, line_at(text, match.start())))
    return lines


def _completed(index: OpenIndex) -> set[str]:
    """Return the keys that templates look up, those with a dot before them as Rails completes them."""
    keys = [head.key for head in index.heads if head.type == "view_template"]
    return {str(fact["name"]) for unit in index.catalog.units(keys) for fact in unit.metadata.get("i18n_keys", ())}


def _computed(index: OpenIndex, keys: Iterable[str]) -> dict[str, WrittenLine]:
    """Return by key the string with holes that may become it, or its last parts."""
    names: dict[str, list[str]] = {}
    for key in keys:
        parts = key.split(".")
        for start in range(len(parts)):
            names.setdefault(".".join(parts[start:]), []).append(key)
            names.setdefault("." + ".".join(parts[start:]), []).append(key)
    found = computed_names(index, names, "key")
    return {key: place for name, place in sorted(found.items()) for key in names[name]}


def _judged(
    one: _Translation, written: Mapping[str, WrittenLine], read: Mapping[str, WrittenLine | None],
    computed: Mapping[str, WrittenLine], open_: Mapping[str, WrittenLine],
) -> Unused:  # fmt: skip
    parts = one.key.split(".")
    ends = [f"{dot}{'.'.join(parts[start:])}" for start in range(len(parts)) for dot in ("", ".")]
    above = [".".join(parts[:end]) for end in range(len(parts) - 1, 1, -1)]
    inner = [f".{'.'.join(parts[start:end])}" for end in range(len(parts) - 1, 0, -1) for start in range(end)]
    begun = [one.key[:end] for end in range(len(one.key) - 1, _SHORTEST, -1) if one.key[end - 1] in "._"]
    inside = [part for part in parts[1:] if "_" in part and len(part) > _SHORTEST]
    if (higher := next((name for name in (*above, parts[0]) if name in read), "")) and len(parts) > 1:
        why = f"{higher} is read as a whole"
        return Unused(one.key, "translation", POSSIBLY_USED, why, _shown(read[higher]), one.file_path, one.line)
    place = next((written[name] for name in (*ends, *above, *inner, *begun, *inside) if name in written), None)
    if place is not None:
        why = "part of the key appears elsewhere"
        return Unused(one.key, "translation", POSSIBLY_USED, why, (str(place),), one.file_path, one.line)
    if one.key in computed:
        why = "code computes keys of this form"
        return Unused(one.key, "translation", POSSIBLY_USED, why, (str(computed[one.key]),), one.file_path, one.line)
    if (place := next((open_[scope] for scope in open_ if one.key.startswith(scope)), None)) is not None:
        why = "the file computes keys in this scope"
        return Unused(one.key, "translation", POSSIBLY_USED, why, (str(place),), one.file_path, one.line)
    if parts[-1] == "subject" and len(parts) > 2:
        return Unused(one.key, "translation", POSSIBLY_USED, "mail subject", (), one.file_path, one.line)
    return Unused(one.key, "translation", UNUSED, "no mention in code or settings", (), one.file_path, one.line)


def _shown(place: WrittenLine | None) -> tuple[str, ...]:
    return (str(place),) if place is not None else ()


def _of_library(one: _Translation) -> Unused:
    why = f"looked up by Rails or a library ({one.key.partition('.')[0]}.…)"
    return Unused(one.key, "translation", NOT_ANALYSED, why, (), one.file_path, one.line)
