"""A folder explained: what it holds, who uses it, what it uses, its main classes and entry points, who knows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.analyse.entry import BY_PLACE
from core.analyse.sizes import Tile
from core.model import UnitHead, unit_key
from core.model.text_table import Flat
from core.open_index.summaries import first_sentence, is_main
from core.present.html.labels import words
from core.text.counts import counted_as, most_first, name_list
from core.vocabulary import BY_PATH
from core.workbench.file_tree import TOP

if TYPE_CHECKING:
    from core.workbench.open_bench import OpenBench

_NAMED = 3  # types, places, classes and authors that a sentence names
_MAIN, _ENTRIES = 8, 8


@dataclass(frozen=True, slots=True)
class FolderSheet:
    """`sentences` explain the folder; `inside` are the folders and files directly in it, largest first.

    `classes` and `entries` are rows with `unit` (a key), the most used and the most reaching first.
    """

    path: str
    sentences: tuple[str, ...]
    inside: tuple[Tile, ...]
    classes: tuple[Mapping[str, Flat], ...]
    entries: tuple[Mapping[str, Flat], ...]


def folder_sheet(bench: OpenBench, path: str) -> FolderSheet:
    """Return the folder of this path, relative to the checkout; `.` is all of it."""
    tiles = bench.analyse.tiles(tests=True, texts=True).items
    inside = sorted((one for one in tiles if one.parent == path), key=lambda one: (one.kind == "file", -one.lines, one.id))
    own = [head for head in bench.heads.values() if head.type not in BY_PATH and _below(head.file_path, path)]
    users, used = _links(bench, path)
    named = [head for head in own if is_main(head) and not head.is_test]
    main = sorted(named, key=lambda head: (-_users(bench, head), head.key))
    entries = [row for row in bench.analyse.entry_points().to_rows() if _below(str(row["file_path"]), path)]
    entries.sort(key=lambda row: row["reason"] == BY_PLACE)  # scripts and configuration last
    sentences = (
        _holds(own, next((one for one in tiles if one.id == path), None)),
        _linked("Used by", users),
        _linked("Uses", used),
        _known(bench, path),
    )
    about = {unit.key: first_sentence(unit.docstring) for unit in bench.catalog.units([head.key for head in main[:_MAIN]])}
    classes: tuple[Mapping[str, Flat], ...] = tuple(
        {"unit": head.key, "dependents": len(bench.analyse.users(head.key)), "about": about.get(head.key, "")}
        for head in main[:_MAIN]
    )
    classes = tuple(sorted(classes, key=lambda row: -int(str(row["dependents"]))))  # fan-in counts tests and routes, too
    written = tuple(sentence for sentence in sentences if sentence)
    return FolderSheet(path, written, tuple(inside), classes, tuple(entries[:_ENTRIES]))


def _below(file_path: str, path: str) -> bool:
    return path == TOP or file_path.startswith(f"{path}/")


def _users(bench: OpenBench, head: UnitHead) -> float:
    return bench.metrics.get(head.key, {}).get("fan_in", 0.0)


def _holds(own: Sequence[UnitHead], tile: Tile | None) -> str:
    types = Counter(words(head.type) for head in own if not head.is_test)
    tests = sum(head.is_test for head in own)
    named = [counted_as(count, name) for name, count in list(most_first(types).items())[:_NAMED]]
    rest = sum(types.values()) - sum(sorted(types.values(), reverse=True)[:_NAMED])
    parts = [*named, *([f"{rest:,} others"] if rest else []), *([f"{tests:,} in tests"] if tests else [])]
    files = counted_as(len({head.file_path for head in own}), "file")
    lines = f" ({counted_as(tile.lines, 'line')})" if tile else ""
    return f"Holds {', '.join(parts)} in {files}{lines}." if parts else "Holds no code that was read."


def _links(bench: OpenBench, path: str) -> tuple[dict[str, int], dict[str, int]]:
    """Count the lines that lead into the folder and out of it, by the folder at their other end."""
    view = bench.analyse.uses("file")
    into, out = Counter[str](), Counter[str]()
    if path != TOP:
        for link in view.links():
            source, target = _below(link.source, path), _below(link.target, path)
            if source != target:
                (out if source else into)[(link.target if source else link.source).rpartition("/")[0] or TOP] += link.weight
    return most_first(into), most_first(out)


def _linked(verb: str, places: Mapping[str, int]) -> str:
    if not places:
        return ""
    folders = [f"{name} ({counted_as(count, 'line')})" for name, count in places.items()]
    return f"{verb} {name_list(folders, _NAMED, 'folders')}."


def _known(bench: OpenBench, path: str) -> str:
    """Say how often the folder changed, who changed it and who owns it."""
    history = bench.histories.get(unit_key("folder", path))
    owned = _owned(bench, path)
    if history is None or not history.commits_total:
        return owned
    authors = name_list(history.authors, _NAMED)
    in_year = f"{counted_as(history.commits_365, 'commit')} in the last year, {history.commits_total:,} in all"
    changed = f"{in_year}, by {authors}. Last changed {history.last_change[:10]}."
    return " ".join(filter(None, (changed, _main_author(bench, path), owned)))


def _main_author(bench: OpenBench, path: str) -> str:
    """Return who made most commits of most files of the folder, as a sentence."""
    files = [key for key, head in bench.heads.items() if head.type == "file" and _below(head.file_path, path)]
    known = [one.authors[0] for key in files if (one := bench.histories.get(key)) is not None and one.authors]
    if not known:
        return ""
    name, count = next(iter(most_first(Counter(known)).items()))
    return f"{name} is the main author of {count:,} of {counted_as(len(known), 'file')}."


def _owned(bench: OpenBench, path: str) -> str:
    """Return the owners of the folder by CODEOWNERS, those of most files first, as a sentence."""
    files = Counter(owners for file, owners in bench.code_owners.items() if _below(file, path))
    if not files:
        return ""
    owned = [f"{owners} ({counted_as(count, 'file')})" for owners, count in files.most_common()]
    return f"Code owners: {name_list(owned, _NAMED)}."
