"""Units by exact words: those whose name has them first, then those whose text does, each with the line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from core.errors import SettingsError
from core.model import UnitHead, file_key
from core.model.written import WordSearch, Written

if TYPE_CHECKING:
    from core.workbench.open_bench import OpenBench

_WORD = re.compile(r"\w+")


def word_search(bench: OpenBench, words: str, types: Sequence[str] = ()) -> WordSearch:
    """Return the units that write these words next to each other; `types` limits to units of these.

    Case matters only where the words have a capital. A line counts for the innermost unit around it, for its file where there
    is none. Raises `SettingsError` for words without a letter or digit.
    """
    wanted = words.strip()
    if not _WORD.search(wanted):
        raise SettingsError(f"'{words}' has no word to search for. Give a name or words as they are written.")
    by_name = {head.key: _of_name(head) for head in bench.heads.values() if _named(head, wanted) and _allowed(head, types)}
    in_text = [one for one in _in_texts(bench, wanted, types) if one.unit not in by_name]
    found = (*sorted(by_name.values(), key=_order), *sorted(in_text, key=_order))
    named = f"{len(by_name)} units have it in their name, {len(in_text)} more in their text."
    counted = named if by_name else f"{len(in_text)} units have it in their text."
    sentence = (
        f"'{wanted}': {counted}" if found else f"'{wanted}' is written nowhere in the {_files(bench)} files that were read."
    )
    return WordSearch(sentence, found, bench.pages)


def _files(bench: OpenBench) -> str:
    return f"{sum(head.type == 'file' for head in bench.heads.values()):,}"


def _allowed(head: UnitHead, types: Sequence[str]) -> bool:
    return head.type in types if types else head.type not in ("file", "folder")


def _named(head: UnitHead, wanted: str) -> bool:
    return wanted.lower() in head.identifier.lower()


def _holds(line: str, wanted: str) -> bool:
    return wanted in (line.lower() if wanted.islower() else line)


def _of_name(head: UnitHead) -> Written:
    return Written(head.key, "name", head.file_path, head.start_line, 1, head.is_test, head.signature)


def _order(one: Written) -> tuple[bool, int, str]:
    return one.is_test, len(one.unit) if one.where == "name" else -one.lines, one.unit


def _in_texts(bench: OpenBench, wanted: str, types: Sequence[str]) -> Iterator[Written]:
    """Yield the units around the lines that write the words; only words with a capital can be left to the catalog."""
    longest = "" if wanted.islower() else max(_WORD.findall(wanted), key=len)
    for path, _, text in bench.catalog.file_texts([longest] if longest else []):
        if _holds(text, wanted):
            matches = [(number, line) for number, line in enumerate(text.split("\n"), 1) if _holds(line, wanted)]
            yield from _by_unit(bench, path, matches, types)


def _by_unit(bench: OpenBench, path: str, matches: Iterable[tuple[int, str]], types: Sequence[str]) -> Iterator[Written]:
    heads = [bench.index.heads[number] for number in bench.index.by_file.get(path, ())]
    inner = sorted(
        (head for head in heads if _allowed(head, types)), key=lambda head: (head.end_line - head.start_line, head.key)
    )
    lines: dict[str, list[tuple[int, str]]] = {}
    file = bench.heads.get(file_key(path)) if not types or "file" in types else None
    for number, line in matches:
        around = next((head for head in inner if head.start_line <= number <= head.end_line), file)
        if around is not None:
            lines.setdefault(around.key, []).append((number, line))
    for key, of_unit in lines.items():
        first, line = of_unit[0]
        yield Written(key, "text", path, first, len(of_unit), bench.heads[key].is_test, line.strip())
