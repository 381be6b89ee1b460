"""What an open index reads of its environment, and what its files declare: from their texts, when it is asked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from core.analyse.environment import EnvironmentVariable, variables
from core.analyse.result import Result
from core.extract.environment import MARKS, declared_lines, is_described, passed_lines, read_lines
from core.languages import is_test_path
from core.model import UnitHead
from core.model.environment import DECLARES, READS, VARIABLE, EnvironmentLine, PlacedLine
from core.model.facts import Fact
from core.open_index import OpenIndex, per_index

_ROUNDS = 3  # functions that pass a name on to a function that reads it
_DATA = frozenset({"ini", "docker", "shell", "procfile", "markdown", "text", "json"})  # what declares or speaks of variables


def environment(index: OpenIndex) -> Result[EnvironmentVariable]:
    """Return the variables of the environment, credentials and settings of an index with who reads and declares them."""
    lines = environment_lines(index)
    return variables(lines, _written(index, lines))


@per_index
def environment_lines(index: OpenIndex) -> tuple[PlacedLine, ...]:
    """Return every line of an index that reads, sets or declares something of the environment, by file and line."""
    texts = {path: (language, text) for path, language, text in index.file_texts((*MARKS, "$", "="))}
    passed: dict[str, str] = {}
    placed: list[PlacedLine] = []
    for path, (language, text) in texts.items():
        lines = read_lines(language, text) if any(mark in text for mark in MARKS) else []
        lines += declared_lines(path, language, text) if is_described(path, language) else []
        passed.update((line.passed, line.via) for line in lines if line.passed)
        placed += [_placed(index, path, language, line) for line in lines if not line.passed]
    placed += _passed(index, texts, passed)
    return tuple(
        sorted(dict.fromkeys(placed), key=lambda line: (line.file_path, line.told.line, line.told.name, line.told.role))
    )


def environment_facts(index: OpenIndex, head: UnitHead) -> list[Fact]:
    """Return what the lines of a unit read and set themselves as facts; what they ask functions for is not among them."""
    text = "\n".join(index.texts.lines(head.file_path)) if head.file_path else ""
    lines = read_lines(head.language, text) if any(mark in text for mark in MARKS) else []
    return [_fact(one, head.file_path) for one in lines if _stands_in(one, head)]


def _fact(one: EnvironmentLine, path: str) -> Fact:
    fact = Fact(name=one.name, kind=one.role, file_path=path, line=one.line, via=one.via, certainty="declared")
    return Fact(**fact, default=one.default) if one.default else fact


def _stands_in(one: EnvironmentLine, head: UnitHead) -> bool:
    whole = head.type == "file" or not head.end_line
    return one.role != DECLARES and bool(one.name) and (whole or head.start_line <= one.line <= head.end_line)


def _passed(index: OpenIndex, texts: Mapping[str, tuple[str, str]], passed: dict[str, str]) -> Iterator[PlacedLine]:
    """Yield the calls of functions that read what they are given, and of those that pass it on to them."""
    done: dict[str, str] = {}
    for _ in range(_ROUNDS):
        fresh = {name: via for name, via in passed.items() if name not in done and _is_one(index, name)}
        if not fresh:
            return
        done |= fresh
        for path, (language, text) in texts.items():
            if language in _DATA or not any(name in text for name in fresh):
                continue
            for one in passed_lines(text, language, fresh):
                if one.passed:
                    passed.setdefault(one.passed, one.via)
                else:
                    yield _placed(index, path, language, one)


def _is_one(index: OpenIndex, name: str) -> bool:
    """Tell whether a name is that of one function of the index: calls of a name that several have may mean any."""
    return sum(1 for head in index.heads if head.name == name and head.type in ("method", "function")) == 1


def _placed(index: OpenIndex, path: str, language: str, told: EnvironmentLine) -> PlacedLine:
    return PlacedLine(told, path, index.key_around(path, told.line), is_test_path(path, language))


def _written(index: OpenIndex, lines: Sequence[PlacedLine]) -> Mapping[str, str]:
    """Return where code writes the name of what is declared and not read, also in small letters; the first place of each."""
    read = {one.told.name for one in lines if one.told.role == READS}
    names = sorted({one.told.name for one in lines if one.told.role == DECLARES and one.told.kind == VARIABLE} - read)
    if not names:
        return {}
    forms = {form: name for name in names for form in (name.lower(), name)}
    pattern = re.compile(r"(?<![A-Za-z0-9_])(?:" + "|".join(map(re.escape, sorted(forms, reverse=True))) + r")(?![A-Za-z0-9_])")
    found: dict[str, str] = {}
    for path, language, text in index.file_texts(sorted(forms)):
        if language in _DATA or is_described(path, language) or is_test_path(path, language):
            continue
        for one in pattern.finditer(text):
            found.setdefault(forms[one.group()], f"{path}:{text.count(chr(10), 0, one.start()) + 1}")
    return found
