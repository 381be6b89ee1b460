"""What must change when a method, class, column or route gets a new name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from core.errors import SettingsError
from core.extract.ruby.words.inflect import Inflections
from core.inspect.columns import column_sheet
from core.inspect.usage.comments import code_of
from core.inspect.usage.inheritance import inheritance_of, owner_of
from core.inspect.verdict import CONSTRUCTORS, IN_PART, unsearched
from core.inspect.written import Namesakes, WrittenLine, computed_names, in_string, is_tested, places_of
from core.inspect.written.forms import spelling_pattern, spellings
from core.languages import family_of
from core.model import ROWS, CodeUnit, UnitHead
from core.model.facts import facts_in
from core.model.rename import CERTAIN, POSSIBLE, STRING, RenameCheck, RenameLine
from core.open_index import OpenIndex
from core.text.counts import counted_as
from core.vocabulary import ASSOCIATIONS, BY_PATH, MENTIONS, PROSE, RUNS

_AHEAD = 40  # lines of one statement behind its first, as of a list of imports
_OPEN, _GOES_ON = re.compile(r"[.,(\[{\\&|]\s*$"), re.compile(r"\s*(?:&?\.\w|[)\]}])")


class _Lines(dict[tuple[str, int], RenameLine]):
    """The lines that were found, by file and number: the first reason for a line counts."""

    def __init__(self, index: OpenIndex) -> None:
        super().__init__()
        self.index = index

    def put(self, path: str, line: int, certainty: str, reason: str, text: str | None = None) -> None:
        shown = self.index.texts.line(path, line) if text is None else text
        self.setdefault((path, line), RenameLine(path, line, certainty, reason, shown, is_tested(self.index, path)))

    def check(
        self, name: str, words: Sequence[str], new: str, collide: Iterable[str], notes: Iterable[str]
    ) -> RenameCheck:  # fmt: skip
        code, tests = ([one for one in self.values() if one.is_test is test] for test in (False, True))
        certain, possible, strings = (
            tuple(one for one in code if one.certainty == sure) for sure in (CERTAIN, POSSIBLE, STRING)
        )
        collide, notes = tuple(dict.fromkeys(collide)), tuple(filter(None, notes))
        return RenameCheck(name, tuple(words), new, certain, possible, strings, tuple(tests), collide, notes)


def rename_check(index: OpenIndex, head: UnitHead, new: str = "") -> RenameCheck:
    """Return the lines that a new name of a unit touches; raises `SettingsError` for a unit that code does not name."""
    unit = index.catalog.units([head.key])[0]
    if head.type in BY_PATH | PROSE:
        raise SettingsError(f"'{head.identifier}' is not named in code. Give a method, class, column or route.")
    words = spellings(unit)
    _check_new(new, words)
    group, found, pattern = _group(index, head), _Lines(index), spelling_pattern(words, head)
    first = spelling_pattern(words if head.type == "route" else words[:1], head)
    units = index.catalog.units([index.keys[number] for number in group])
    links = [(number, link) for number in group for link in index.links.into(number)]
    index.texts.read({span.file_path for one in units for span in one.places} | {link.file_path for _, link in links})
    _define(head, units, first, found)
    for number, link in links:
        of_record = link.kind in ASSOCIATIONS and link.kind != "through"  # whose name follows from that of the class
        line = _written(index, link.file_path, link.line, pattern if of_record else first)
        reason = f"{link.kind.replace('_', ' ')} {index.heads[number].identifier}"
        source = index.heads[link.other]
        if link.kind == "routes_to":
            found.put(link.file_path, link.line, CERTAIN, f"route {source.identifier} leads to it")
        elif line and (link.kind in MENTIONS or source.type in PROSE):
            found.put(link.file_path, line, STRING, reason)
        elif line:
            found.put(link.file_path, line, POSSIBLE if link.certainty == "dynamic" else CERTAIN, reason)
    for link in index.links.out(index.position[head.key]):
        if link.kind == "renders" and link.file_path == index.heads[link.other].file_path:
            found.put(link.file_path, 1, CERTAIN, "template with the name of the action: rename the file", "")
    apart = _unresolved(index, unit, words, group, first, found)
    taken = collisions(index, head, group, new) if new else ()
    return found.check(head.identifier, words, new, taken, unit_notes(index, unit, words, apart))


def column_rename(index: OpenIndex, name: str, new: str = "") -> RenameCheck:
    """Return the lines that a new name of a column (`users.email`) touches; raises as `column_sheet` does."""
    sheet = column_sheet(index, name)
    if sheet.name == ROWS:
        raise SettingsError(f"'{name}' is a table. Name one of its columns: {sheet.table}.COLUMN")
    _check_new(new, (sheet.name,))
    pattern, found = re.compile(rf"\b{re.escape(sheet.name)}\b"), _Lines(index)
    languages = {head.file_path: head.language for head in index.heads if head.type == "file"}
    for use in sheet.uses:
        if sheet.name in use.text:
            found.put(use.file_path, use.line, CERTAIN if use.certain else POSSIBLE, f"{use.kind} it ({use.by})", use.text)
    for one in sheet.more:
        language = languages.get(one.file_path, "")
        sure = POSSIBLE if family_of(language) and _in_code(one.text, language, pattern) else STRING
        found.put(one.file_path, one.line, sure, "not resolved" if sure == POSSIBLE else "symbol, string or text", one.text)
    former = [place for place in found if "db/migrate/" in place[0]]
    for place in former:
        del found[place]
    schema = sheet.fact
    notes = (
        f"{schema['file_path']}:{schema['line']} declares it: rename it with a new migration.",
        f"{counted_as(len(former), 'line')} of former migrations stay as they are." if former else "",
        f"Not listed: {counted_as(sheet.others, 'line')} that use a column of another table." if sheet.others else "",
        *general_notes(index, (sheet.name,)),
    )
    taken = [f"column {sheet.table}.{new}" for one in index.columns[sheet.table] if new and one["name"] == new]
    models = (clash for key in sheet.models if new for clash in members_named(index, index.position[key], new))
    taken += [clash for clash in models if not clash.startswith("column ")]
    return found.check(f"{sheet.table}.{sheet.name}", (sheet.name,), new, taken, notes)


def _check_new(new: str, words: Sequence[str]) -> None:
    if new and (new in words or re.search(r"\s", new)):
        raise SettingsError(f"'{new}' is not a new name. Give one word other than '{words[0]}'.")


def _in_code(line: str, language: str, pattern: re.Pattern[str]) -> bool:
    code, family = code_of(line, language), family_of(language)
    return any(not in_string(code, match, family) for match in pattern.finditer(code))


def _group(index: OpenIndex, head: UnitHead) -> list[int]:
    """Return what is renamed together: a class with all inside it, a method with those that override it or that it does."""
    found, waiting = {index.position[head.key]: None}, [index.position[head.key]]
    while waiting:
        one = waiting.pop()
        inner = list(index.members.get(one, ())) if head.type not in RUNS else []
        if head.type in RUNS and (owner := owner_of(index, index.heads[one])) >= 0:
            members = (member for other in inheritance_of(index).family(owner) for member in index.members.get(other, ()))
            inner = [member for member in members if index.heads[member].name == head.name]
        waiting += [one for one in inner if one not in found]
        found |= dict.fromkeys(inner)
    return list(found)


def _define(head: UnitHead, units: Sequence[CodeUnit], pattern: re.Pattern[str], found: _Lines) -> None:
    """Add the lines that define the unit, those that it overrides or is overridden by, and `class Name::Inner`."""
    for unit in units:
        for span in unit.places:
            lines = range(span.start_line, span.end_line + 1)
            line = next((at for at in lines if pattern.search(found.index.texts.line(span.file_path, at))), 0)
            if unit.key == head.key:
                found.put(span.file_path, line or span.start_line, CERTAIN, "definition")
            elif line and (head.type in RUNS or line == span.start_line):
                found.put(span.file_path, line, CERTAIN, f"definition of {unit.identifier}")


def _written(index: OpenIndex, path: str, line: int, pattern: re.Pattern[str]) -> int:
    """Return the line of a statement that writes the name, from its first line on; 0 for none."""
    for at in range(line, line + _AHEAD):
        text = index.texts.line(path, at)
        if pattern.search(text):
            return at
        if not _OPEN.search(text) and not _GOES_ON.match(index.texts.line(path, at + 1)):
            break
    return 0


def _unresolved(
    index: OpenIndex, unit: CodeUnit, words: Sequence[str], group: Sequence[int], first: re.Pattern[str], found: _Lines
) -> int:  # fmt: skip
    """Add what writes the name without a known relation, near lines first; return how many texts were left out."""
    owner = index.heads[number] if (number := owner_of(index, unit.head)) >= 0 else unit.head
    snake = Inflections().underscore(owner.name.rpartition("::")[2].rpartition(".")[2])
    about = {owner.name, snake, snake.removesuffix("_controller")} - {""}
    near, files = re.compile("|".join(map(re.escape, about)), re.IGNORECASE), {index.heads[one].file_path for one in group}
    languages = {one.file_path: one.language for one in index.heads if one.type == "file"}

    def is_near(path: str, line: str) -> bool:
        return path in files or near.search(path) is not None or near.search(line) is not None

    lines = [(one, index.texts.line(one.path, one.line)) for one in places_of(index, [unit.head], loose=False)[unit.key]]
    for place, line in sorted(lines, key=lambda pair: not is_near(pair[0].path, pair[1])):
        if _in_code(line, languages.get(place.path, ""), first):
            found.put(place.path, place.line, POSSIBLE, "not resolved", line)
    every, namesakes, apart = spelling_pattern(words, unit.head), Namesakes(index, [unit.head]), 0
    ordinary = words[0].isalpha() and words[0].islower()
    for path, language, text in index.catalog.file_texts([max(word.split("_"), key=len) for word in words]):
        index.texts.read([path])
        for number, line in enumerate(text.split("\n"), 1):
            if (path, number) in found or not every.search(line):
                continue
            if family_of(language) and _in_code(line, language, every):
                inside = any(span.file_path == path and span.start_line <= number <= span.end_line for span in unit.places)
                if inside and _in_code(line, language, first):
                    found.put(path, number, POSSIBLE, "inside its own definition", line)
            elif not namesakes.explains(unit.head, WrittenLine(path, number)):
                if is_near(path, line) if ordinary else family_of(language) or first.search(line):
                    found.put(path, number, STRING, "symbol, string or text", line)
                else:
                    apart += 1
    return apart


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
