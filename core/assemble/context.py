"""Assemble the context of an answer: overview, evidence, facts, mentions, and the account of all of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.assemble.choose import Choice, Pick, Room, choose
from core.assemble.expand import expand
from core.assemble.facts import facts_of
from core.assemble.flow import along_flow
from core.assemble.formats import FORMATS, Part, ShownUnit
from core.assemble.led_to import led_to
from core.assemble.shorten import matching_lines
from core.assemble.structural import overview
from core.assemble.unit_text import UnitText, unit_texts
from core.assemble.wanted import Assembly, Wanted, hosts_of, named_units, wanted_units
from core.errors import SettingsError
from core.flow.passed import Traced, traced
from core.flow.text import flow_text
from core.model import UnitHead
from core.model.entity_kinds import ASSOCIATED
from core.model.known import Known, ShownBefore
from core.model.run import Context, Dropped, Mentioned, Section, Source
from core.open_index import OpenIndex, Stores, unit_summary
from core.open_index.associations import ties_told
from core.settings import AssembleSettings

_LEAST_OVERVIEW = 120  # tokens: less says nothing
_LEAST_KNOWN = 60  # tokens: room for one or two units that earlier turns have shown
_FOLDERS = 3  # of the ranked units: the folders among them that answer
_HELD = 0.08  # of the budget, for what folders hold
_TIES = 0.2  # of the budget, for how the records that are asked for are associated
_SECTION = 8  # tokens of a section's heading
_USUAL = 8000  # tokens: the budget that `assemble.most` is meant for; a larger one has room for more
CODE = ("primary", "supporting", "framework")
"""The sections that show lines of units."""

Count = Callable[[str], int]
_MOST = 40  # lines: nobody reads a longer list to its end
_TOGETHER = 8  # units whose matching lines are found at once: most lists end after two times as many
_HEADING = 6  # tokens


def assemble(order: Assembly, stores: Stores, settings: AssembleSettings) -> Context:
    """Return the context; its text never has more tokens than the budget.

    Overview, facts and mentions get their shares first. The rest is for units: supporting and framework ones may take up to
    their share of it, the primary ones all that is left.
    """
    if settings.format not in FORMATS:
        raise SettingsError(f"No format '{settings.format}'. Choose from: {', '.join(FORMATS)}.")
    index, count = stores.index, stores.count_tokens
    wished = wanted_units(order, index, settings.steepness)
    flow = traced(order.plan, index)
    ranked = led_to(along_flow(wished, flow, index, order.allows), order.plan, index, order.allows, settings)
    found = ranked + [want for want in hosts_of(ranked, index) if order.allows(index.by_key[want.key])]
    primary = [want for want in ranked if want.section == "primary"]
    wanted = found + expand(primary, {want.key for want in found}, index, order.allows, settings)
    opening = _opening(order, flow, settings, index, count)
    shares = {"facts": int(order.budget * settings.facts), "also relevant": int(order.budget * settings.also)}
    if order.known.shown:
        shares["known"] = max(min(_LEAST_KNOWN, order.budget // 4), int(order.budget * settings.also))
    rest = order.budget - sum(count(part.text) + _SECTION for part in opening) - sum(shares.values())
    allowances = _allowances(rest, wanted, settings)
    room = _room(rest, allowances, settings, order.budget)
    choice = choose(wanted, room, order.plan.keywords, index, count, order.known.lines())
    written = _fitted(opening, choice, wanted, shares, order, settings, stores)
    sources = tuple(source_of(pick) for name in CODE for pick in written.picks if pick.want.section == name)
    offered = {**_shares_of_opening(order, settings), **shares, **allowances}
    sections = tuple(Section(name, offered.get(name, 0), used) for name, used in written.account(count))
    dropped = _left_out(wanted, choice, written)
    return Context(
        written.text, written.tokens, order.budget, sections, sources, dropped, written.also, written.facts, written.known
    )


def _shares_of_opening(order: Assembly, settings: AssembleSettings) -> dict[str, int]:
    """Return the most tokens of what stands before the units; one place, or turns that had it, have no overview."""
    structural = 0 if order.plan.scope == "pinpoint" or order.known.shown else int(order.budget * settings.structural)
    return {
        "structural": structural,
        "folders": int(order.budget * _HELD),
        "flow": int(order.budget * settings.flow),
        "associations": int(order.budget * _TIES),
    }


def _opening(
    order: Assembly, flow: Traced | None, settings: AssembleSettings, index: OpenIndex, count: Count
) -> tuple[Part, ...]:
    """Return what stands before the units: the structural overview, what folders hold, the steps of a traced flow."""
    shares = _shares_of_opening(order, settings)
    text = overview(index, shares["structural"], count) if shares["structural"] >= _LEAST_OVERVIEW else ""
    steps = flow_text(flow.flow, shares["flow"], count) if flow and shares["flow"] >= _LEAST_OVERVIEW else ""
    held = _summaries(order, index, shares["folders"], count)
    tied = _associations(order, index, shares["associations"], count)
    parts = (("structural", text), ("folders", held), ("associations", tied), ("flow", steps))
    return tuple(Part(name, (), said) for name, said in parts if said)


def _associations(order: Assembly, index: OpenIndex, limit: int, count: Count) -> str:
    """Return how the records of a question that asks for that are associated, in whole lines of at most `limit` tokens."""
    asked = [entity.unit_keys for entity in order.plan.entities if entity.kind == ASSOCIATED]
    return _whole_lines(dict.fromkeys(line for keys in asked for line in ties_told(index, keys)), limit, count)


def _summaries(order: Assembly, index: OpenIndex, limit: int, count: Count) -> str:
    """Return what the folders hold that the question names or asks for, in whole lines of at most `limit` tokens."""
    named, is_asked = named_units(order.plan), "folder" in order.plan.target_types
    asked = [unit.unit_key for unit in order.ranked[:_FOLDERS] if is_asked and "overview" in unit.found_by]
    wanted = [unit.unit_key for unit in order.ranked if unit.unit_key in named] + asked
    folders = dict.fromkeys(key for key in wanted if index.by_key[key].type == "folder")
    lines = (line for key in folders for line in (index.by_key[key].file_path, *unit_summary(index, key).splitlines()))
    return _whole_lines(lines, limit, count)


def _whole_lines(lines: Iterable[str], limit: int, count: Count) -> str:
    """Return the first lines that have at most `limit` tokens together."""
    text = ""
    for line in lines:
        longer = f"{text}\n{line}" if text else line
        if count(longer) > limit:
            return text
        text = longer
    return text


def _allowances(rest: int, wanted: Sequence[Wanted], settings: AssembleSettings) -> dict[str, int]:
    """Return the most tokens that each section of units may take."""
    framework = any(want.section == "framework" for want in wanted)
    supporting = int(rest * (settings.supporting_with_framework if framework else settings.supporting))
    found = {"primary": rest, "supporting": supporting}
    return {**found, "framework": int(rest * settings.framework)} if framework else found


def _room(left: int, allowances: Mapping[str, int], settings: AssembleSettings, budget: int) -> Room:
    limited = {name: most for name, most in allowances.items() if name != "primary"}
    most = settings.most * max(_USUAL, budget) // _USUAL
    return Room(budget, left - _SECTION, limited, most, settings.least)


@dataclass(frozen=True, slots=True)
class _Written:
    """A context as text: what it shows, says and mentions, its parts, the writer's text and the number of its tokens."""

    picks: tuple[Pick, ...]
    facts: tuple[str, ...]
    also: tuple[Mentioned, ...]
    known: tuple[ShownBefore, ...]
    parts: tuple[Part, ...]
    text: str
    tokens: int
    format: str

    def account(self, count: Count) -> list[tuple[str, int]]:
        """Return what each part takes, in order; the numbers add up to the tokens of the text."""
        if not self.parts:
            return []
        write = FORMATS[self.format]
        longest = max(self.parts, key=lambda part: sum(len(block.runs) for block in part.blocks)).name
        used = {part.name: count(write([part])) for part in self.parts if part.name != longest}
        return [(part.name, used.get(part.name, self.tokens - sum(used.values()))) for part in self.parts]


def _fitted(
    opening: tuple[Part, ...],
    choice: Choice,
    wanted: Sequence[Wanted],
    shares: Mapping[str, int],
    order: Assembly,
    settings: AssembleSettings,
    stores: Stores,
) -> _Written:
    """Return the written context: what was picked last goes first while the text is over the budget."""
    index, count, budget = stores.index, stores.count_tokens, order.budget
    picks, said = list(choice.picks), frozenset(order.known.said)
    known = known_units(choice.known, order.known, shares.get("known", 0), index, count)
    before = {want.key for want in choice.known}
    while True:
        shown = {pick.want.key for pick in picks} | {key for pick in picks for key in pick.holds}
        waiting = [want for want in wanted if want.key not in shown | before and index.by_key[want.key].start_line]
        also = also_relevant(waiting, shares["also relevant"], index, count, said, order.plan.keywords) if picks else ()
        facts = facts_of(picks, shares["facts"], index, count, said, order.plan.question)
        written = _write(opening, picks, facts, also, known, settings.format, stores)
        if written.tokens <= budget:
            return written
        if not picks:
            return _Written((), (), (), (), (), "", 0, settings.format)
        excess = written.tokens - budget
        while picks and excess > 0:
            excess -= picks.pop().price


def _write(
    opening: tuple[Part, ...], picks: Sequence[Pick], facts: tuple[str, ...], also: tuple[Mentioned, ...],
    known: tuple[ShownBefore, ...], format_: str, stores: Stores,
) -> _Written:  # fmt: skip
    parts = list(opening)
    for name in CODE:
        blocks = blocks_of([pick for pick in picks if pick.want.section == name], stores.index)
        parts += [Part(name, blocks)] if blocks else []
    parts += [Part("facts", (), "\n".join(facts))] if facts else []
    parts += [Part("also relevant", (), "\n".join(mention.line for mention in also))] if also else []
    parts += [Part("known", (), "\n".join(one.line for one in known))] if known else []
    written = FORMATS[format_](parts) if parts else ""
    return _Written(tuple(picks), facts, also, known, tuple(parts), written, stores.count_tokens(written), format_)


def _left_out(wanted: Sequence[Wanted], choice: Choice, written: _Written) -> tuple[Dropped, ...]:
    """Return why each wanted unit is not shown: what is only mentioned is left out all the same."""
    shown = {pick.want.key for pick in written.picks} | {key for pick in written.picks for key in pick.holds}
    mentioned = {mention.unit_key for mention in written.also}
    before = {want.key for want in choice.known}
    found = []
    for want in wanted:
        if want.key not in shown:
            usual = "shown in an earlier turn" if want.key in before else "over budget"
            reason = choice.refused.get(want.key, usual)
            said = f"only mentioned, under “also relevant”: {reason}" if want.key in mentioned else reason
            found.append(Dropped(want.key, "assemble", said))
    return tuple(found)


def known_units(
    wanted: Iterable[Wanted], known: Known, limit: int, index: OpenIndex, count: Callable[[str], int]
) -> tuple[ShownBefore, ...]:
    """Return the first of the wanted units that earlier turns have shown whose lines fit into `limit` tokens."""
    found: list[ShownBefore] = []
    left = limit - _HEADING
    for want in wanted:
        head = index.by_key[want.key]
        turn = next((one.turn for one in known.shown if one.file_path == head.file_path and _holds(one, head.start_line)), 1)
        shown = ShownBefore(want.key, head.file_path, ((head.start_line, head.end_line),), turn)
        left -= count(shown.line + "\n")
        if left < 0 or len(found) == _MOST:
            break
        found.append(shown)
    return tuple(found)


def _holds(shown: ShownBefore, line: int) -> bool:
    return any(first <= line <= last for first, last in shown.ranges)


def also_relevant(
    wanted: Sequence[Wanted],
    limit: int,
    index: OpenIndex,
    count: Callable[[str], int],
    said: Collection[str] = (),
    keywords: Sequence[str] = (),
) -> tuple[Mentioned, ...]:
    """Return the first of the wanted units whose lines fit into `limit` tokens, without lines that were said before.

    Of a long unit the line is where the window begins that matches the keywords best.
    """
    places: dict[str, tuple[int, int]] = {}
    found: list[Mentioned] = []
    left = limit - _HEADING
    for number, want in enumerate(wanted):
        if number % _TOGETHER == 0:
            places = matching_places([one.key for one in wanted[number : number + _TOGETHER]], keywords, index)
        head = index.by_key[want.key]
        why = want.evidence or (f"found by {', '.join(want.found_by)}" if want.found_by else "next to a better result")
        line = places.get(want.key, (max(1, head.start_line), 0))[0]
        mention = Mentioned(want.key, head.file_path, line, why)
        if mention.line in said:
            continue
        left -= count(mention.line + "\n")
        if left < 0 or len(found) == _MOST:
            break
        found.append(mention)
    return tuple(found)


def matching_places(keys: Sequence[str], keywords: Sequence[str], index: OpenIndex) -> dict[str, tuple[int, int]]:
    """Return by unit the first and last line of what matches the keywords best, without units that have no text."""
    numbers = {index.position[key]: key for key in keys}
    return {numbers[number]: matching_lines(text, keywords) for number, text in unit_texts(list(numbers), index).items()}


def blocks_of(picks: Sequence[Pick], index: OpenIndex) -> tuple[ShownUnit, ...]:
    """Return a block per host in the order of its first pick; one with a single member is named after that member."""
    hosts: dict[int, list[Pick]] = {}
    for pick in picks:
        hosts.setdefault(pick.host, []).append(pick)
    return tuple(_block(index.heads[host], inside) for host, inside in hosts.items())


def _block(host: UnitHead, picks: Sequence[Pick]) -> ShownUnit:
    own = next((pick for pick in picks if pick.text.unit == host), None)
    unit = host if own or len(picks) > 1 else picks[0].text.unit
    text = own.text if own else picks[0].text
    runs = sorted((pick.text.first + start, pick.text.lines[start:end]) for pick in picks for start, end in pick.runs)
    mark = "" if (own or picks[0]).is_whole else "cut"
    if unit == host and own is None:
        mark = "in part"
    if any(pick.continues for pick in picks):
        mark = "continued"
    around = "" if unit == host else f"{host.type} {host.signature or host.identifier}".strip()
    evidence = next((pick.want.evidence for pick in picks if pick.want.evidence), "")
    first = min(max(1, unit.start_line), runs[0][0])
    last = max(_last(unit, text), *(start + len(lines) - 1 for start, lines in runs))
    return ShownUnit(
        unit.type, unit.identifier, unit.language, unit.file_path, first, last, _joined(runs), evidence, mark, around
    )


def _last(unit: UnitHead, text: UnitText) -> int:
    return max(unit.end_line, text.first + len(text.lines) - 1) if unit.start_line == 0 else unit.end_line


def _joined(runs: Sequence[tuple[int, tuple[str, ...]]]) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Return the runs in the order of lines, those that touch as one."""
    found: list[tuple[int, tuple[str, ...]]] = []
    for first, lines in runs:
        if found and found[-1][0] + len(found[-1][1]) == first:
            found[-1] = (found[-1][0], found[-1][1] + lines)
        else:
            found.append((first, lines))
    return tuple(found)


def source_of(pick: Pick) -> Source:
    """Return the account of a pick; its ranges are the lines that no source before it shows."""
    unit, first = pick.text.unit, pick.text.first
    ranges = tuple((first + start, first + end - 1) for start, end in pick.runs)
    level = "whole" if pick.is_whole else "part"
    return Source(
        pick.want.key, unit.file_path, ranges[0][0], ranges[-1][1], pick.want.section, level, pick.tokens, not pick.is_whole,
        pick.want.score, ranges, tuple(pick.holds),
    )  # fmt: skip
