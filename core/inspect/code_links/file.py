"""The links of a whole file: what its lines are known to lead to, what begins on them, what only names tell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial

from core.analyse.places import members_of, owner, places
from core.analyse.users import SeenRelation, users
from core.inspect.code_links.fitting import Called, exactly, fitting
from core.inspect.code_links.reach import InReach
from core.inspect.code_links.words import Word, words_of
from core.inspect.strength import strength
from core.model import Relation, UnitHead, file_key, full_name, split_key, split_repository, table_key
from core.model.code_links import MEANT, CodeLink, LinkedCode, UnitCard, Use, UsedUnit
from core.model.facts import Fact
from core.open_index import Kept, OpenIndex, per_index
from core.open_index.links import Neighbour
from core.open_index.summaries import first_sentence
from core.text.lexing import Piece, lexed
from core.vocabulary import BY_PATH

_GUESSES = frozenset({"named", "string"})
_MOST = 8  # candidates of one name: with more it is no help to list them
Found = dict[tuple[int, int], dict[str, tuple[str, str]]]
"""By the columns of a name: the units that it may mean, each with how it is known and why."""


_KEPT = 64  # files whose links stay in memory: those that somebody reads, of a few hundred kilobytes each
_linked: Kept[dict[str, LinkedCode]] = Kept(dict)
_NAMING = frozenset({"only", "except"})
_OPEN, _CLOSE = "([{", ")]}"
_FIRST = 12  # users that are named; the page of the unit has all


def linked_code(index: OpenIndex, path: str) -> LinkedCode:
    """Return what the names in an indexed file mean; empty for a file without text.

    A name counts by the relations that its line shows. Where none does, the names of units in reach are told as guesses.
    """
    known = _linked.of(index)
    if path not in known:
        if len(known) >= _KEPT:
            known.pop(next(iter(known)), None)
        known[path] = _linked_file(index, path)
    return known[path]


def _linked_file(index: OpenIndex, path: str) -> LinkedCode:
    files = index.catalog.units([file_key(path)])
    if not files or not files[0].source_code:
        return LinkedCode(path)
    file = files[0]
    heads = [head for head in (index.heads[number] for number in index.by_file.get(path, ())) if head.start_line]
    begun, shown = _by_line(heads), _relations(index, path)
    reach = InReach(index, heads, file.language)
    links: dict[int, tuple[CodeLink, ...]] = {}
    filters = FilterNames()
    for number, pieces in enumerate(lexed(file.source_code, file.language), 1):
        words = words_of(pieces, file.language)
        found = _of_line(index, words, shown.get(number, ()), begun.get(number, ()))
        for word in filters.on(pieces, words, shown.get(number, ())):
            if not _covered(word, found) and (action := reach.member(word.text, number)):
                found[word.start, word.end] = {action[0]: ("declared", "is named here")}
        for word in words:
            if word.kind in ("name", "symbol") and not _covered(word, found) and (guess := reach.meant(word, number)):
                found[word.start, word.end] = guess
        if found:
            links[number] = tuple(_link(columns, found[columns]) for columns in sorted(_apart(found)))
    definitions = _definitions(index, begun)
    named = {key for line in links.values() for link in line for key in link.targets}
    named |= {one.unit for line in definitions.values() for one in line}
    return LinkedCode(path, links, definitions, cards_of(index, named), file.source_code)


def _of_line(index: OpenIndex, words: Sequence[Word], relations: Iterable[Relation], begun: Iterable[UnitHead]) -> Found:
    found: Found = defaultdict(dict)
    for head in begun:
        for word in exactly(words, Called.of(head.key, head).name)[:1]:
            found[word.start, word.end][head.key] = ("declared", "is defined here")
    defined = set(found)
    for relation in relations:
        for word in fitting(words, Called.of(relation.target, index.head(relation.target)), relation):
            if (word.start, word.end) not in defined:
                found[word.start, word.end].setdefault(relation.target, _known(relation))
        source = index.head(relation.source)
        if source is not None and _is_apart(source, relation):
            for word in exactly(words, Called.of(relation.source, source).name):
                found[word.start, word.end].setdefault(relation.source, (_known(relation)[0], "is named here"))
    return {columns: _units_first(targets) for columns, targets in found.items()}


def _is_apart(source: UnitHead, relation: Relation) -> bool:
    """Tell whether the line stands beside its source: a filter names the actions before which it runs."""
    return source.file_path == relation.file_path and not source.start_line <= relation.line <= source.end_line


def _known(relation: Relation) -> tuple[str, str]:
    kind = relation.kind.replace("_", " ")
    if relation.certainty in ("declared", "expanded"):
        return "declared", kind
    said = relation.via.partition(":")[0]
    known = "guess" if said in _GUESSES or relation.certainty == "dynamic" else "inferred"
    return known, f"{kind}, {_reason(relation)}"


def _reason(relation: Relation) -> str:
    said, _, rest = relation.via.partition(":")
    if said == "named":
        return "by name only"
    if said == "typed":
        return f"by the type of {rest}"
    return f"{relation.certainty} by {relation.via}" if relation.via else relation.certainty


def _units_first(targets: Mapping[str, tuple[str, str]]) -> dict[str, tuple[str, str]]:
    """Return the units that a name may mean without the columns, unless it means nothing else."""
    units = {key: how for key, how in targets.items() if split_key(key)[0] != "column"}
    return units or dict(targets)


def _link(columns: tuple[int, int], targets: Mapping[str, tuple[str, str]]) -> CodeLink:
    ordered = sorted(targets, key=lambda key: (MEANT.index(targets[key][0]), key))[:_MOST]
    known, how = targets[ordered[0]]
    return CodeLink(*columns, tuple(ordered), known, how)


def _covered(word: Word, found: Found) -> bool:
    return any(start <= word.start and word.end <= end for start, end in found)


def _apart(found: Found) -> list[tuple[int, int]]:
    """Return the columns of names that do not overlap: of two that do the longer one."""
    kept: list[tuple[int, int]] = []
    for start, end in sorted(found, key=lambda columns: (columns[0] - columns[1], columns)):
        if all(end <= other[0] or other[1] <= start for other in kept):
            kept.append((start, end))
    return kept


def _relations(index: OpenIndex, path: str) -> Mapping[int, list[Relation]]:
    found: dict[int, list[Relation]] = defaultdict(list)
    seen: set[tuple[int, str, str]] = set()
    for relation in index.catalog.relations_in(path):
        if _of_the_whole(index, path, relation):
            continue
        same = (relation.line, relation.target, relation.source)
        if same not in seen:
            seen.add(same)
            found[relation.line].append(relation)
    return found


def _of_the_whole(index: OpenIndex, path: str, relation: Relation) -> bool:
    """Tell whether a relation from elsewhere leads to what this file is, as an action to its template: no name here says so."""
    source, target = index.head(relation.source), index.head(relation.target)
    return source is not None and target is not None and target.file_path == path != source.file_path


def _by_line(heads: Iterable[UnitHead]) -> Mapping[int, list[UnitHead]]:
    found: dict[int, list[UnitHead]] = defaultdict(list)
    for head in heads:
        if head.type not in BY_PATH:
            found[head.start_line].append(head)
    return found


def _definitions(index: OpenIndex, begun: Mapping[int, Sequence[UnitHead]]) -> dict[int, tuple[UsedUnit, ...]]:
    made = {line: tuple(definition(index, head) for head in heads if not head.is_test) for line, heads in begun.items()}
    return {line: found for line, found in made.items() if found}


def cards_of(index: OpenIndex, keys: Collection[str]) -> dict[str, UnitCard]:
    """Return the card of each unit or column by its key, in the order of the keys."""
    says = index.catalog.docstrings([key for key in sorted(keys) if index.head(key)])
    return {key: _card(index, key, says.get(key, "")) for key in sorted(keys)}


def _card(index: OpenIndex, key: str, docstring: str) -> UnitCard:
    head = index.head(key)
    if head is None:
        return _column(index, key)
    signature = head.signature or head.identifier
    return UnitCard(key, signature, first_sentence(docstring), head.file_path, head.start_line, key)


def _column(index: OpenIndex, key: str) -> UnitCard:
    """Return the card of a column: its type, and its table, whose page shows who reads and writes it."""
    column, repository = split_key(key)[1], split_repository(key)[0]
    table, _, name = full_name(column, repository).rpartition(".")
    row = next((one for one in index.columns.get(table, ()) if one.get("name") == name), Fact())
    holder: UnitHead | None = index.head(table_key(table))
    said = f"{name} {row.get('kind', '')}".strip()
    path, line = (holder.file_path, int(row.get("line") or holder.start_line)) if holder else ("", 0)
    return UnitCard(key, said, f"A column of {table}.", path, line, holder.key if holder else "")


class FilterNames:
    """Reads the lines of a file in order, and tells which words follow `only` or `except` of a filter."""

    def __init__(self) -> None:
        self._depth: int | None = None  # brackets that are open in the filter; None outside of one
        self._names = False

    def on(self, pieces: Sequence[Piece], words: Sequence[Word], relations: Iterable[Relation]) -> list[Word]:
        """Return the words of the next line that name actions of a filter."""
        if self._depth is None and any(relation.kind == "filters_with" for relation in relations):
            self._depth, self._names = 0, False
        if self._depth is None:
            return []
        found = [word for word in words if self._named(word)]
        text = "".join(value for kind, value in pieces if "String" not in str(kind) and "Comment" not in str(kind)).rstrip()
        self._depth += sum((letter in _OPEN) - (letter in _CLOSE) for letter in text)
        if self._depth <= 0 and not text.endswith((",", "\\", "=>", ":")):
            self._depth = None
        return found

    def _named(self, word: Word) -> bool:
        if word.text in _NAMING and word.kind == "symbol":
            self._names = True
            return False
        if word.label:
            self._names = False
        return self._names and word.kind in ("name", "symbol", "string") and not word.called


def definition(index: OpenIndex, head: UnitHead) -> UsedUnit:
    """Return how many units use a unit or its members (see `core.analyse.users`), and the first of them, strongest first."""
    units, members = index.by_key, _members_of(index, head.key)
    counted = users(units, partial(_references, index), head.key, members)
    is_member = owner(units, head.key) != head.key
    lines: dict[int, list[Neighbour]] = {}
    for key in (head.key, *members):
        for one in index.links.into(index.position[key]):
            other = index.keys[one.other]
            unit = other if is_member else owner(units, other)
            if unit in counted.code:
                lines.setdefault(index.position[unit], []).append(one)
    first = sorted(lines, key=lambda other: _order(index, lines, other))[:_FIRST]
    return UsedUnit(head.key, len(counted), len(counted.tests), tuple(_use(index, other, lines[other]) for other in first))


def _references(index: OpenIndex, key: str, forwards: bool) -> Iterator[SeenRelation]:
    """Yield what refers to a unit, or what it refers to: of the links, which a page of code reads anyway."""
    number = index.position[key]
    for one in index.links.out(number) if forwards else index.links.into(number):
        yield SeenRelation(index.keys[one.other], one.kind, one.file_path, one.line)


def _members_of(index: OpenIndex, key: str) -> list[str]:
    return _members_by_unit(index).get(key, [])


@per_index
def _members_by_unit(index: OpenIndex) -> dict[str, list[str]]:
    return members_of(places(index.by_key, "unit"))


def _order(index: OpenIndex, lines: dict[int, list[Neighbour]], other: int) -> tuple[object, ...]:
    head = index.heads[other]
    return min(strength(one.kind, one.certainty, head.type) for one in lines[other]), -len(lines[other]), head.key


def _use(index: OpenIndex, other: int, lines: list[Neighbour]) -> Use:
    head = index.heads[other]
    first = min(lines, key=lambda one: (strength(one.kind, one.certainty, head.type), one.file_path, one.line))
    return Use(head.key, first.kind, first.file_path, first.line, len({(one.file_path, one.line) for one in lines}) - 1)
