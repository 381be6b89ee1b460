"""What a new name collides with, and what no list of lines can say of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.inspect.usage.inheritance import inheritance_of, owner_of
from core.inspect.verdict import CONSTRUCTORS, IN_PART, unsearched
from core.inspect.written import computed_names
from core.model import CodeUnit, UnitHead
from core.model.facts import facts_in
from core.open_index import OpenIndex
from core.text.counts import counted_as
from core.vocabulary import RUNS

_NAMED = 3  # files that a note names

_FACTS = ("associations", "columns", "attributes", "delegates", "aliases", "scopes", "enums", "fields")


def collisions(index: OpenIndex, head: UnitHead, group: Sequence[int], new: str) -> Iterator[str]:
    """Yield what has the new name of a unit: in its class, its bases and heirs, or next to it; `group` is renamed together."""
    if head.type == "route":
        routes = index.catalog.units([one.key for one in index.heads if one.type == "route"])
        yield from (f"{one.identifier} ({one.place})" for one in routes if new in (one.name, one.metadata.get("name")))
    elif head.type in RUNS and owner_of(index, head) >= 0:
        owners = dict.fromkeys(owner_of(index, index.heads[one]) for one in group)
        family = dict.fromkeys(one for owner in owners for one in inheritance_of(index).family(owner))
        for one in family:
            yield from members_named(index, one, new)
    else:
        same = (index.heads[one] for one in index.names.named(new))
        alike = (one for one in same if one.parent == head.parent or one.namespace == head.namespace)
        yield from (f"{one.identifier} ({one.file_path}:{one.start_line})" for one in alike)


def members_named(index: OpenIndex, owner: int, name: str) -> Iterator[str]:
    """Yield the members and declarations of a class that have a name, with their lines."""
    for member in index.members.get(owner, ()):
        if (one := index.heads[member]).name == name:
            yield f"{one.identifier} ({one.file_path}:{one.start_line})"
    unit = index.catalog.units([index.keys[owner]])[0]
    for kind in _FACTS:
        for fact in facts_in(unit.metadata, kind):
            if fact.get("name") == name:
                yield f"{kind.removesuffix('s')} {unit.identifier}#{name} ({fact.get('file_path')}:{fact.get('line')})"


def unit_notes(index: OpenIndex, unit: CodeUnit, words: Sequence[str], apart: int) -> Iterator[str]:
    """Yield what the lists of a unit leave out or cannot know; `apart` are the texts that were left out."""
    head, owner = unit.head, owner_of(index, unit.head)
    bases = inheritance_of(index).external_bases(owner, harmless=()) if owner >= 0 and head.type in RUNS else []
    if bases:
        yield f"{index.heads[owner].identifier} inherits {bases[0]} from a library, whose methods are not checked."
    if head.name in CONSTRUCTORS:
        yield f"The language calls '{head.name}': with another name it is an ordinary method."
    if head.file_path.rpartition("/")[2].partition(".")[0] in words[1:2]:
        yield f"The file has its name: rename {head.file_path}."
    if any(link.kind == "stored_in" for link in index.links.out(index.position[head.key])):
        yield "The name of its table follows from its name: rename the table, or declare it in the class."
    if apart:
        yield f"Not listed: {counted_as(apart, 'line')} of texts with the word that nothing connects with it."
    yield from general_notes(index, words)


def general_notes(index: OpenIndex, words: Sequence[str]) -> Iterator[str]:
    """Yield where code may compute one of the words, and what was not read."""
    for name, place in sorted(computed_names(index, words).items()):
        yield f"{place} may compute the name '{name}'."
    in_part = sorted({one.file_path for one in index.problems if one.status in IN_PART})
    if in_part:
        more = " …" if len(in_part) > _NAMED else ""
        yield f"{counted_as(len(in_part), 'file')} with parse problems: {', '.join(in_part[:_NAMED])}{more}."
    if unread := unsearched(index):
        yield f"{unread.removeprefix('. ')}."
