"""What an edit did to a file: whether others can see it, and where its lines have gone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from contextlib import suppress
from dataclasses import dataclass, field, replace

from core.extract.facts import DOING, Definition, FileFacts, Reference
from core.extract.repository import split
from core.extract.ruby.reading.values import line_of_symbol

_STARTS, _ENDS = ("line", "start_line"), ("end_line",)
_HOLDERS = ("class", "module")


class SeenElsewhere(Exception):
    """An edit that may concern other files than the edited one; says why."""


@dataclass(frozen=True, slots=True)
class Moved:
    """New line numbers after an edit, for lines on which a known unit starts or ends."""

    starts: Mapping[int, int]
    ends: Mapping[int, int]

    def start(self, line: int) -> int:
        """Return the new number of a start line. Raises `SeenElsewhere` for an unknown line."""
        return _moved(self.starts, line)

    def end(self, line: int) -> int:
        """Return the new number of an end line. Raises `SeenElsewhere` for an unknown line."""
        return _moved(self.ends, line)

    def value(self, value: object, mine: Callable[[Mapping[str, object]], bool]) -> object:
        """Return JSON values with new line numbers in the dictionaries for which `mine` is true."""
        if isinstance(value, Mapping):
            own = mine(value)
            return {
                name: self._named(name, one) if own and name in _LINES and isinstance(one, int) else self.value(one, mine)
                for name, one in value.items()
            }
        return [self.value(one, mine) for one in value] if isinstance(value, list | tuple) else value

    def _named(self, name: str, line: int) -> int:
        return self.end(line) if name in _ENDS else self.start(line)


_LINES = frozenset((*_STARTS, *_ENDS))


def _moved(lines: Mapping[int, int], line: int) -> int:
    if line and line not in lines:
        raise SeenElsewhere(f"nothing is known to stand on line {line}")
    return lines[line] if line else 0


@dataclass(frozen=True, slots=True)
class FileEdit:
    """The facts of a file before and after an edit that others cannot see, its text now, and where its lines have gone.

    `same_references` says that also its bodies refer to what they referred to.
    """

    old: FileFacts
    new: FileFacts
    text: str
    moved: Moved
    same_references: bool

    @property
    def path(self) -> str:
        """The path of the file."""
        return self.new.path

    def of_whole(self, before: str) -> FileEdit:
        """Return the edit with the first and the last line moved, too, where a text that was `before` is a unit as a whole."""
        starts = _increasing([*self.moved.starts.items(), (1, 1)])
        ends = _increasing([*self.moved.ends.items(), (_last_line(before), _last_line(self.text))])
        return replace(self, moved=Moved(starts, ends))

    def in_declarations(self, before: str) -> FileEdit:
        """Return the edit with the lines of symbols in declarations moved, too; `before` is the text that was edited.

        Raises `SeenElsewhere` where symbols of one line are on several lines now.
        """
        old, new, starts = split(before), split(self.text), dict(self.moved.starts)
        for one, other in zip(self.old.declarations, self.new.declarations, strict=True):
            if one.start_line == one.end_line and other.start_line == other.end_line:
                continue
            for name in {*_symbols_in(one.arguments), *_symbols_in(one.options)}:
                line = line_of_symbol(old, one.start_line, one.end_line, name)
                now = line_of_symbol(new, other.start_line, other.end_line, name)
                if line and starts.setdefault(line, now) != now:
                    raise SeenElsewhere(f"what stood on line {line} stands on several lines")
        return replace(self, moved=replace(self.moved, starts=starts))

    def lines(self, start: int, end: int) -> str:
        """Return the exact text of lines `start` to `end` as they are now."""
        return "\n".join(split(self.text)[start - 1 : end])


def _symbols_in(value: object) -> Iterator[str]:
    """Yield the names of the symbols in JSON values."""
    if isinstance(value, str):
        if value[:1] == ":":
            yield value[1:].strip('"')
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _symbols_in(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _symbols_in(one)


def _last_line(text: str) -> int:
    """Return the number of the last line, which an empty one behind the last break is not."""
    return max(1, text.count("\n") + (not text.endswith("\n")))


def file_edit(old: FileFacts, new: FileFacts, text: str, own: Set[str], apart: Set[str]) -> FileEdit:
    """Return what an edit did; raises `SeenElsewhere` when others may see it.

    `own` are the kinds of references that only relate the file to others, `apart` the parts of `extra` that are to be looked at
    otherwise: the others see all of the rest.
    """
    if (old.path, old.language, old.is_test) != (new.path, new.language, new.is_test) or old.problems or new.problems:
        raise SeenElsewhere("the file is another one, or could not be read whole")
    lines = _Lines(apart)
    if lines.seen(old, own) != lines.seen(new, own):
        raise SeenElsewhere("what the file declares has changed")
    before, after = (_only(facts.references, own) for facts in (old, new))
    if list(map(_without_line, before)) == list(map(_without_line, after)):
        with suppress(SeenElsewhere):  # references that shared a line and share it no more are linked again
            moved = lines.moved((one.line, other.line) for one, other in zip(before, after, strict=True))
            return FileEdit(old, new, text, moved, same_references=True)
    return FileEdit(old, new, text, lines.moved(()), same_references=False)


def _only(references: Iterable[Reference], kinds: Set[str]) -> list[Reference]:
    return [one for one in references if one.kind in kinds]


def _seen_of(metadata: Mapping[str, object]) -> dict[str, object]:
    """Return the metadata of a definition without what it does, which only its own unit tells."""
    return {name: value for name, value in metadata.items() if name not in DOING}


def _without_line(one: Reference) -> tuple[object, ...]:
    return one.name, one.kind, one.scope, one.receiver, dict(one.metadata)


@dataclass(slots=True)
class _Lines:
    """The lines that are met in facts, in their order: first those of the old, then those of the new.

    The parts of `extra` that stand `apart` are passed over.
    """

    apart: Set[str]
    starts: list[tuple[int, int]] = field(default_factory=list)
    ends: list[tuple[int, int]] = field(default_factory=list)
    _met: list[tuple[list[int], list[int]]] = field(default_factory=list)

    def seen(self, facts: FileFacts, own: Set[str]) -> object:
        """Return what other files can see of a file, without its lines, which are remembered."""
        self._met.append(([], []))
        found = [
            [self._definition(one) for one in facts.definitions],
            [
                (one.name, list(one.arguments), one.options, one.scope, one.receiver, tuple(one.nesting), one.condition)
                for one in facts.declarations
                if self._met_on(one.start_line, one.end_line)
            ],
            [_without_line(one) for one in facts.references if one.kind not in own and self._met_on(one.line, one.line)],
            self._bare({name: part for name, part in facts.extra.items() if name not in self.apart}),
        ]
        if len(self._met) == 2:
            self._pair()
        return found

    def moved(self, others: Iterable[tuple[int, int]]) -> Moved:
        """Return where these lines and `others` have gone; raises `SeenElsewhere` when their order is another."""
        return Moved(_increasing([*self.starts, *others]), _increasing(self.ends))

    def _pair(self) -> None:
        (starts, ends), (new_starts, new_ends) = self._met
        if len(starts) == len(new_starts) and len(ends) == len(new_ends):
            self.starts.extend(zip(starts, new_starts, strict=True))
            self.ends.extend(zip(ends, new_ends, strict=True))

    def _met_on(self, start: int, end: int) -> bool:
        self._met[-1][0].append(start)
        self._met[-1][1].append(end)
        return True

    def _definition(self, one: Definition) -> tuple[object, ...]:
        """Return a definition without what only its own unit tells: docstring, branches, steps, lines.

        Of a class or module it is known whether it has lines between its first and its last: such a place may own it.
        """
        self._met_on(one.start_line, one.end_line)
        return (
            one.kind, one.name, one.qualified, one.parent, one.signature, tuple(one.bases), tuple(one.decorators),
            one.visibility, _seen_of(one.metadata), one.kind in _HOLDERS and one.end_line - one.start_line > 1,
        )  # fmt: skip

    def _bare(self, value: object) -> object:
        """Return JSON values without the lines in them, which are remembered."""
        if isinstance(value, Mapping):
            for name in _LINES & value.keys():
                if isinstance(value[name], int):
                    self._met[-1][name in _ENDS].append(value[name])
            return {name: self._bare(one) for name, one in value.items() if name not in _LINES or not isinstance(one, int)}
        return [self._bare(one) for one in value] if isinstance(value, list | tuple) else value


def _increasing(pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
    found: dict[int, int] = {}
    last = 0
    for old, new in sorted(set(pairs)):
        if old in found or new <= last:
            raise SeenElsewhere("what stood on one line, or in one order, does so no more")
        found[old] = last = new
    return found
