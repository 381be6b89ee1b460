"""The translations of an application: which keys there are, where they are written, in which languages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from core.extract.rails.yaml_lines import leaves
from core.extract.repository import Repository
from core.model import CodeUnit, Problem

_LOCALES = re.compile(r"(?:^|/)config/locales/.*\.ya?ml$")
_DEFAULT = re.compile(r"^[^#\n]*\bi18n\.default_locale\s*=\s*[:\"']([\w-]+)", re.MULTILINE)
_FIRST_KEY = re.compile(r"^[\"']?([A-Za-z]{2,3}(?:[-_]\w+)?)[\"']?:", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Translation:
    """One key of the default language with its text and place."""

    key: str
    text: str
    file_path: str
    line: int


@dataclass(frozen=True, slots=True)
class Translations:
    """The keys of the default language by name, and all languages with their files."""

    default: str = "en"
    keys: Mapping[str, Translation] = field(default_factory=dict)
    locales: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()


def default_locale(repository: Repository) -> str:
    """Return `config.i18n.default_locale`, which is English unless it is set."""
    for path, text in sorted(repository.texts.items()):
        if path.endswith(".rb") and "config/" in path and (match := _DEFAULT.search(text)):
            return match[1]
    return "en"


def read_translations(repository: Repository) -> Translations:
    """Return the keys of the default language; other languages say the same in other words, so only their files are named."""
    default = default_locale(repository)
    keys: dict[str, Translation] = {}
    locales: dict[str, list[str]] = {}
    problems = []
    for path, text in sorted(repository.texts.items()):
        match = _FIRST_KEY.search(text) if _LOCALES.search(path) else None
        if match is None:
            continue
        locales.setdefault(match[1], []).append(path)
        if match[1] != default:
            continue
        try:
            found = leaves(text)
        except ValueError as problem:
            problems.append(Problem(path, "partial", str(problem)))
            continue
        for steps, value, line in found:
            key = ".".join(steps[1:])
            keys.setdefault(key, Translation(key, value, path, line))
    return Translations(default, keys, {name: tuple(paths) for name, paths in sorted(locales.items())}, tuple(problems))


def translation_units(translations: Translations, repository: Repository) -> list[CodeUnit]:
    """Return a `translation` unit per key of the default language, for those who want keys in the index."""
    return [
        CodeUnit(
            type="translation", identifier=one.key, name=one.key.rpartition(".")[2], namespace=one.key.rpartition(".")[0],
            language="yaml", file_path=one.file_path, start_line=one.line, end_line=one.line, docstring=one.text,
            source_code=repository.lines(one.file_path, one.line, one.line),
        )
        for one in translations.keys.values()
    ]  # fmt: skip
