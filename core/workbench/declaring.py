"""What a checkout declares about its architecture: the files that say so are read, and its own is written."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from core.analyse.contracts import FILES, Contract, read_contracts
from core.analyse.division import Declared, Division
from core.analyse.parts import PARTS, parts_toml, read_parts
from core.analyse.rules import TABLE, Rule, has_rules, parse_rules, read_rules
from core.errors import SettingsError, SourceError, cause
from core.extract.rails.files.yaml_lines import leaves

RULES = "orienteer.toml"
"""The file of the checkout that declares its architecture."""
_PACKWERK = "packwerk.yml"


@dataclass(frozen=True, slots=True)
class Declarations:
    """What a checkout declares: rules, the layers of Packwerk from the top down, the contracts of import-linter.

    `notes` are what cannot be checked, in words.
    """

    rules: tuple[Rule, ...]
    layers: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    contracts: tuple[Contract, ...] = ()


def declarations(root: Path, file: Path | None = None) -> Declarations:
    """Return what the checkout declares, or a file of rules alone; raises `SettingsError` for a file that cannot be read."""
    if file is not None:
        return Declarations(read_rules(file))
    rules: list[Rule] = []
    notes: list[str] = []
    if has_rules(own := _text(root / RULES)):
        rules += parse_rules(own, RULES)
    contracts: list[Contract] = []
    for folder in _folders(root):
        for name in FILES:
            path = folder / name
            if path.is_file() and (found := read_contracts(_text(path), path.relative_to(root).as_posix())):
                contracts += found.contracts
                notes += [f"Not checked, a contract of another type: {one}." for one in found.unread]
                break
    return Declarations(tuple(rules), _packwerk_layers(root), tuple(notes), tuple(contracts))


def declared_parts(root: Path) -> Declared:
    """Return the parts that the checkout declares; raises `SettingsError` for a file that cannot be read."""
    return read_parts(_text(root / RULES), RULES)


def declare_parts(root: Path, division: Division) -> Path:
    """Write the parts into the checkout's `orienteer.toml`, instead of those declared before; return its path."""
    path = root / RULES
    text = _text(path)
    read_parts(text, RULES)
    others = re.sub(rf"(?m)^\[{PARTS}\](?:.*\n?)(?:(?!\[).*\n?)*", "", text)
    write(path, "\n\n".join(filter(None, (parts_toml(division).rstrip(), others.strip()))) + "\n")
    return path


_DEEPEST = 4  # folders below the checkout: packages of a repository with many lie no deeper
_FOREIGN = frozenset(("node_modules", "vendor", "venv", "env", "site-packages", "__pycache__"))


def _folders(root: Path) -> Iterator[Path]:
    """Yield the folders of a checkout that may declare contracts, outer ones first, without hidden and foreign ones."""
    for folder, inner, _ in os.walk(root):
        here = Path(folder)
        yield here
        is_deep = len(here.relative_to(root).parts) >= _DEEPEST
        inner[:] = [] if is_deep else sorted(one for one in inner if one[0] != "." and one not in _FOREIGN)


def _packwerk_layers(root: Path) -> tuple[str, ...]:
    try:
        rows = leaves(_text(root / _PACKWERK))
    except ValueError as problem:
        raise SettingsError(f"{_PACKWERK} cannot be read: {cause(problem)}. Correct that line.") from problem
    return tuple(value for steps, value, _ in rows if len(steps) == 2 and steps[0] in ("layers", "architecture_layers"))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as problem:
        raise SettingsError(
            f"{path} cannot be read: {cause(problem)}. Correct it, or name another file with --rules."
        ) from problem


def declare(root: Path, text: str) -> Path:
    """Write the table of rules into the checkout's `orienteer.toml`, beside what else the file holds; return its path.

    Raises `SettingsError` for rules at fault, and `SourceError` where the file cannot be written.
    """
    parse_rules(text, RULES)
    path = root / RULES
    others = _without_rules(_text(path))
    write(path, f"{others.rstrip()}\n\n{text.lstrip()}" if others.strip() else text)
    return path


def own_rules(root: Path) -> str:
    """Return the part of the checkout's `orienteer.toml` that declares the architecture; empty when there is none."""
    text = _text(root / RULES)
    return text[len(_without_rules(text)) :].lstrip("\n") if has_rules(text) else ""


def _without_rules(text: str) -> str:
    """Return what stands before the first table of rules with the comments right above it; rules stand at the end."""
    lines = text.splitlines(keepends=True)
    start = next(
        (at for at, line in enumerate(lines) if line.lstrip("[ ").startswith(TABLE) and line.lstrip()[:1] == "["), None
    )
    if start is None:
        return text
    while start and lines[start - 1].lstrip().startswith("#"):
        start -= 1
    if any(line.startswith("[") and not line.lstrip("[ ").startswith(TABLE) for line in lines[start:]):
        raise SettingsError(f"In {RULES} other tables follow the rules. Move [{TABLE}] to its end, then save again.")
    return "".join(lines[:start])


def write(path: Path, text: str) -> None:
    """Write a file for the team; raises `SourceError` where that cannot be."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise SourceError(f"{path} cannot be written: {problem.strerror}. Choose a writable place.") from problem
