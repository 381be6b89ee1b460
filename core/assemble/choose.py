"""Choose the units that are shown: whole, as long as they fit; what is too large by its signature and what matches."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from core.assemble.shorten import shortened
from core.assemble.unit_text import Run, UnitText, runs_of, unit_texts
from core.assemble.wanted import Wanted
from core.open_index import OpenIndex

Count = Callable[[str], int]
Lines = Mapping[str, frozenset[int]]
"""Numbers of lines by file."""

_LEADING = 0.5  # of the budget: what the best unit, or one that is named, may take to be shown whole
_ROUNDED = 1.2  # what the sum of the tokens of lines exceeds those of a text by, at most
_LARGEST = 0.5  # of the budget, for any other: beyond, it would be most of what is seen
_LEADING_PART = 0.4  # of the budget, for what is shown of a leading unit that is larger
_PART = 0.05  # of the budget, for what is shown of another one
_LEADING_TRACED = 0.12  # the same where a flow is followed: it is the flow that answers
_LEAST_PART = 40  # tokens: less is no beginning
_TELLING = 15  # tokens: what is shorter is worth a mention
_PRICED = 0.3  # power of the price by which a chance is divided: 0 is the order of chances, 1 most chance per token
_BLOCK = 14  # tokens of a heading's marks and of a fence
_GAP = 6  # tokens of the mark where lines are left out
_LINE = 11  # tokens, the usual length: prices before texts are read
_BATCH = 24  # units whose texts are read together


@dataclass(slots=True)
class Pick:
    """A unit that is shown: the runs of its lines that no pick before shows, their tokens, and what else they show.

    `holds` are the keys of other wanted units all of whose lines are shown with it: a member that comes after its class is
    shown with the class. `continues` says that an earlier turn showed other lines of it.
    """

    want: Wanted
    text: UnitText
    host: int
    runs: tuple[Run, ...]
    is_whole: bool
    tokens: int
    price: int
    holds: list[str] = field(default_factory=list)
    continues: bool = False


@dataclass(slots=True)
class Choice:
    """What was chosen, in the order of showing, why each other wanted unit was not, and those of which all is known."""

    picks: list[Pick] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)
    known: list[Wanted] = field(default_factory=list)


@dataclass(slots=True)
class Room:
    """The tokens that may be spent: in all, and at most in each section; how many units, and the least chance of one."""

    budget: int
    left: int
    sections: dict[str, int]
    most: int
    least: float


def choose(
    wanted: Sequence[Wanted], room: Room, keywords: Sequence[str], index: OpenIndex, count: Count, known: Lines | None = None
) -> Choice:
    """Return what is shown of the wanted units; lines that are `known`, by file, are not.

    What is named comes first, then the best, then the rest by chance, where a unit of half the length may have a fifth less.
    """
    return _Chooser(room, keywords, index, count, known or {}).chosen(wanted)


class _Chooser:
    def __init__(self, room: Room, keywords: Sequence[str], index: OpenIndex, count: Count, known: Lines) -> None:
        self.room, self.keywords, self.index, self.count, self.known = room, keywords, index, count, known
        self.choice = Choice()
        self.shown: dict[str, dict[int, Pick]] = {}
        self.hosts: dict[int, Pick | None] = {}  # those with a heading, with the pick of the host itself
        self.part = _LEADING_PART
        self.texts: dict[int, UnitText | None] = {}
        self.ordered: list[Wanted] = []
        self.places: dict[str, int] = {}

    def chosen(self, wanted: Sequence[Wanted]) -> Choice:
        ordered = self.ordered = self._ordered(wanted)
        self.places = {want.key: place for place, want in enumerate(ordered)}
        if self.known:
            self.choice.known = [want for want in ordered if self._is_known(want)]
            known = {want.key for want in self.choice.known}
            wanted, ordered = ([want for want in some if want.key not in known] for some in (wanted, ordered))
        if any(want.step for want in wanted):
            self.part = _LEADING_TRACED
        best = next((want for want in wanted if self._text(want) is not None), None)
        self._read(ordered[:_BATCH])
        leading = [want for want in ordered if want.is_named or want is best]
        reserved = self._wish(best) if best is not None else 0
        for place, want in enumerate(leading):
            reserved = 0 if want is best else reserved
            self._lead(want, reserved, len(leading) - place)
        waiting = [want for want in leading if not self._is_shown(want) and self._text(want) is not None]
        for want in waiting:  # what was reserved and not used may do
            self._lead(want, 0, 1)
        if any(not self._is_shown(want) for want in waiting):
            self.room.left = 0  # nothing may be shown in the place of what is named
        most = max((want.chance for want in wanted), default=0.0)
        for want in [want for want in ordered if not want.is_named and want is not best]:
            if not self._held(want):
                self._consider(want, most)
        for pick in [pick for pick in self.choice.picks if not pick.is_whole]:
            self._enlarge(pick)
        led = len([want for want in leading if want.key not in self.choice.refused])
        self.choice.picks[led:] = sorted(self.choice.picks[led:], key=lambda pick: pick.want.step or len(wanted))
        return self.choice

    def _ordered(self, wanted: Sequence[Wanted]) -> list[Wanted]:
        def worth(want: Wanted) -> float:
            head = self.index.by_key[want.key]
            lines = head.end_line - head.start_line + 1
            price = min(_LINE * lines, _LARGEST * self.room.budget) + _BLOCK
            return want.chance / math.pow(price, _PRICED)

        return [
            *(want for want in wanted if want.is_named),
            *sorted((want for want in wanted if not want.is_named), key=worth, reverse=True),
        ]

    def _read(self, wanted: Sequence[Wanted]) -> None:
        """Read the texts of units together, which is cheaper than one by one."""
        numbers = [self.index.position[want.key] for want in wanted]
        found = unit_texts(numbers, self.index)
        self.texts.update({number: found.get(number) for number in numbers})

    def _wish(self, want: Wanted) -> int:
        """Return what the best unit will take, so that what is named before it leaves that."""
        text = self._text(want)
        if text is None:
            return 0
        whole = self.count("\n".join(text.lines))
        wish = whole if whole <= _LEADING * self.room.budget else int(self.part * self.room.budget)
        return wish + self._heading(text) + _GAP

    def _lead(self, want: Wanted, reserved: int, waiting: int) -> None:
        text, room = self._text(want), self.room
        if text is None:
            self.choice.refused[want.key] = "no text"
            return
        room.left -= reserved
        if not self._held(want) and not self._whole(want, text, _LEADING, 0):
            limit = min(int(self.part * room.budget), room.left // max(1, waiting) - self._heading(text))
            self._part(want, text, limit, 1)
        room.left += reserved

    def _consider(self, want: Wanted, most: float) -> None:
        refused = self.choice.refused
        if want.chance < self.room.least * most:
            refused[want.key] = "too unlikely to be worth its tokens (assemble.least)"
        elif len(self.choice.picks) >= self.room.most:
            refused[want.key] = f"{self.room.most} units included already (assemble.most)"
        elif min(self.room.left, self._allowed(want)) < _LEAST_PART:
            refused[want.key] = "over budget"  # so that its text need not be read
        elif (text := self._text(want)) is None:
            refused[want.key] = "no text"
        elif not self._whole(want, text, _LARGEST, _TELLING) and not self._part(
            want, text, int(_PART * self.room.budget), _TELLING
        ):
            refused.setdefault(want.key, "over budget")

    def _text(self, want: Wanted) -> UnitText | None:
        number = self.index.position[want.key]
        if number not in self.texts:
            place = self.places.get(want.key, 0)
            self._read([want, *self.ordered[place + 1 : place + _BATCH]])
        return self.texts[number]

    def _is_known(self, want: Wanted) -> bool:
        """Tell whether earlier turns have shown every line of the unit that is not blank."""
        head = self.index.by_key[want.key]
        known = self.known.get(head.file_path)
        text = self._text(want) if known and head.start_line else None
        if known is None or text is None:
            return False
        return all(text.first + place in known or not line.strip() for place, line in enumerate(text.lines))

    def _is_shown(self, want: Wanted) -> bool:
        return any(want.key == pick.want.key or want.key in pick.holds for pick in self.choice.picks)

    def _held(self, want: Wanted) -> bool:
        """Tell whether all lines of the unit are shown already, and note with which pick."""
        head = self.index.by_key[want.key]
        shown = self.shown.get(head.file_path)
        if not shown or not head.start_line or head.start_line not in shown:
            return False
        if not all(line in shown for line in range(head.start_line, head.end_line + 1)):
            return False
        shown[head.start_line].holds.append(want.key)
        return True

    def _whole(self, want: Wanted, text: UnitText, share: float, least: int) -> bool:
        """Show all lines of a unit, with the comment above it or else without, where they fit."""
        return any(self._from(first, want, text, share, least) for first in dict.fromkeys((0, text.above)))

    def _from(self, first: int, want: Wanted, text: UnitText, share: float, least: int) -> bool:
        if _LINE // 4 * (len(text.lines) - first) > max(share * self.room.budget, _LINE * 8):
            return False  # nowhere near, so that its lines need not be counted
        lines = self._fresh(text, range(first, len(text.lines)))
        tokens = text.tokens(lines, self.count)
        if tokens < least and not (len(lines) < len(text.lines) - first and self._around(want, text)):
            self.choice.refused[want.key] = "too short"
            return False
        limit = share * self.room.budget
        if limit < tokens <= _ROUNDED * limit:  # the sum of lines counts each empty one, the text hardly
            tokens = self.count("\n".join(text.lines[line] for line in lines))
        return tokens <= limit and self._take(want, text, lines, tokens, True)

    def _part(self, want: Wanted, text: UnitText, limit: int, least: int) -> bool:
        limit = min(limit, self.room.left - self._heading(text), self._allowed(want) - self._heading(text))
        if (limit < _LEAST_PART and least > 1) or want.key in self.choice.refused:
            return False
        runs = shortened(text, limit, self.keywords, self.count)
        lines = self._fresh(text, [line for start, end in runs for line in range(start, end)])
        tokens = text.tokens(lines, self.count)
        return tokens >= least and self._take(want, text, lines, tokens, False)

    def _take(self, want: Wanted, text: UnitText, lines: Sequence[int], tokens: int, is_whole: bool) -> bool:
        price = tokens + self._heading(text) + _GAP
        if price > min(self.room.left, self._allowed(want)) or not (runs := tuple(runs_of(text, lines))):
            return False
        number = self.index.position[want.key]
        host = self.index.hosts[number]
        if is_whole and (pick := self._around(want, text)) is not None:
            _join(pick, text, lines, tokens, price)
            pick.holds.append(want.key)
        else:
            known = self.known.get(text.unit.file_path, frozenset())
            continues = any(text.first + line in known for line in range(len(text.lines)))
            pick = Pick(want, text, host, runs, is_whole, tokens, price, continues=continues)
            self.choice.picks.append(pick)
            self.hosts[host] = pick if number == host else self.hosts.get(host)
        self.room.left -= price
        if want.section in self.room.sections:
            self.room.sections[want.section] -= price
        shown = self.shown.setdefault(text.unit.file_path, {})
        for start, end in runs:
            shown.update(dict.fromkeys(range(text.first + start, text.first + end), pick))
        return True

    def _around(self, want: Wanted, text: UnitText) -> Pick | None:
        """Return the pick of the host around a unit, which its lines can be shown with; none where they would stand alone."""
        pick = self.hosts.get(self.index.hosts[self.index.position[want.key]])
        return pick if pick and pick.want.section == want.section and pick.text.encloses(text) else None

    def _enlarge(self, pick: Pick) -> None:
        """Show more of a unit that was shortened, when tokens are left at last: all of it, or as much as they pay."""
        text, room = pick.text, self.room
        limit = min(room.left, self._allowed(pick.want))
        if limit < _LEAST_PART:
            return
        lines = self._fresh(text, range(text.above, len(text.lines)))
        is_whole = text.tokens(lines, self.count) + _GAP <= limit
        if not is_whole:
            runs = shortened(text, pick.tokens + limit, self.keywords, self.count)
            lines = self._fresh(text, [line for start, end in runs for line in range(start, end)])
        more = text.tokens(lines, self.count)
        if not lines or (not is_whole and more > limit):
            return
        room.left -= more
        if pick.want.section in room.sections:
            room.sections[pick.want.section] -= more
        _join(pick, text, lines, more, more)
        pick.is_whole = is_whole
        shown = self.shown[text.unit.file_path]
        shown.update({text.first + line: pick for line in lines})

    def _allowed(self, want: Wanted) -> int:
        return self.room.sections.get(want.section, self.room.left)

    def _fresh(self, text: UnitText, lines: Sequence[int] | range) -> Sequence[int] | range:
        path = text.unit.file_path
        seen = {**dict.fromkeys(self.known.get(path, ())), **self.shown.get(path, {})}
        return [line for line in lines if text.first + line not in seen] if seen else lines

    def _heading(self, text: UnitText) -> int:
        """Return the tokens of what is said of a unit above its lines, which the units of one host share."""
        if self.index.hosts[self.index.position[text.unit.key]] in self.hosts:
            return 0
        return text.heading(self.count) + _BLOCK


def _join(pick: Pick, text: UnitText, lines: Sequence[int] | range, tokens: int, price: int) -> None:
    """Show lines of a unit with the pick of the unit around it, or with its own."""
    known = {line for start, end in pick.runs for line in range(start, end)}
    known.update(text.first + line - pick.text.first for line in lines)
    pick.runs, pick.tokens, pick.price = tuple(runs_of(pick.text, sorted(known))), pick.tokens + tokens, pick.price + price
