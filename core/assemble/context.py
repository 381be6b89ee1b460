"""Assemble the context of an answer: sections, shares, purchases, text and account."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.assemble.choose import Prices, Purchase, Purse, choose
from core.assemble.expand import expand
from core.assemble.formats import FORMATS, Part
from core.assemble.hosts import Host, Wanted, hosts_of
from core.assemble.sources import block_of, in_order, sources_of
from core.assemble.structural import overview
from core.assemble.worth import LEVELS
from core.errors import SettingsError
from core.model import UnitHead
from core.model.run import Context, Dropped, Plan, Ranked, Section
from core.open_index import OpenIndex, Stores
from core.settings import AssembleSettings
from core.vocabulary import FRAMEWORK

_DECAY = {"pinpoint": 1.3, "focused": 1.0, "comprehensive": 0.7, "exploratory": 0.7}
"""How fast the chance that a unit is wanted falls with the place of its host, by scope: place ** -decay.

At places 1, 2, 3, 10 and 35 of focused questions .69, .39, .24, .08 and .02 of the units were wanted, on the halves of the
question sets that are there to develop on.
"""
_LEAST_OVERVIEW = 120  # tokens: less says nothing
_PER_HOST = 25  # tokens: more units than this allows cannot be shown, so they are not read either
_WORTHWHILE = 60  # tokens left after writing that are worth another round of purchases
_ROUNDS = 2
_GAP = 5  # tokens of the mark where lines are left out
_FRAME = 10  # tokens of a unit's fences and heading marks

Count = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class Assembly:
    """What is to be assembled: the ranked units, the relations that led to some of them, and the budget in tokens.

    `allows` tells whether a unit that nothing found may stand beside them: not what the question is limited against.
    """

    plan: Plan
    ranked: tuple[Ranked, ...]
    evidence: dict[str, str]
    budget: int
    allows: Callable[[UnitHead], bool] = lambda head: True


def assemble(order: Assembly, stores: Stores, settings: AssembleSettings) -> Context:
    """Return the context; its text never has more tokens than the budget.

    The overview gets its share first, then the primary, supporting and framework units theirs of the rest; what a section
    does not use goes on to the next, and at last back to the primary units.
    """
    if unknown := [kind for kind in settings.without if kind not in LEVELS]:
        raise SettingsError(f"There is no level of detail '{unknown[0]}' (assemble.without). Choose from: {', '.join(LEVELS)}.")
    if settings.format not in FORMATS:
        raise SettingsError(f"There is no format '{settings.format}'. Choose one of: {', '.join(FORMATS)}.")
    index, count = stores.index, stores.count_tokens
    wanted = _wanted(order, index, settings.steepness)
    hosts = hosts_of(wanted[: max(4, order.budget // _PER_HOST)], order.plan.keywords, index, settings.without)
    share = int(order.budget * settings.structural)
    text = overview(index, share, count) if share >= _LEAST_OVERVIEW else ""
    allowances = _allowances(order.budget - count(text), hosts, settings)
    purse, bought = _spend(hosts, allowances, _prices(count), settings.least)
    written = _fitted(text, hosts, bought, order.budget if purse.short else 0, order.budget, settings, count)
    sources = tuple(
        source
        for part in written.parts
        for host in in_order(host for host in hosts if host.section == part.name)
        for source in sources_of(host, count)
    )
    sections = [Section(name, {"structural": share, **allowances}.get(name, 0), used) for name, used in written.account(count)]
    shown = {source.unit_key for source in sources}
    dropped = _left_out(wanted, shown, hosts, index, order.budget - written.tokens)
    return Context(written.text, written.tokens, order.budget, tuple(sections), sources, dropped)


def _wanted(order: Assembly, index: OpenIndex, steepness: float) -> list[Wanted]:
    """Return the ranked units with section and relevance, then what stands beside the best of them."""
    top = max((unit.score for unit in order.ranked), default=1.0) or 1.0
    found = []
    for unit, chance in zip(order.ranked, _chances(order, index), strict=True):
        head = index.heads[index.position[unit.unit_key]]
        section = "framework" if head.type in FRAMEWORK else "primary" if _is_primary(unit, order.plan) else "supporting"
        alone = unit.score - unit.parts.get("saturation", 0.0)  # what a ranking takes from a file's further units
        relevance = max(0.0, min(1.0, alone / top)) ** steepness * chance
        found.append(Wanted(unit.unit_key, section, relevance, unit.score, order.evidence.get(unit.unit_key, "")))
    primary = [want for want in found if want.section == "primary"]
    around = expand(primary, {want.key for want in found}, index, order.allows)
    return sorted(found + around, key=lambda want: -want.relevance)


def _chances(order: Assembly, index: OpenIndex) -> list[float]:
    """Return for each ranked unit the chance that it is wanted, by the place of its host among the hosts and its own in it.

    A ranking puts a file's further units far down so that others are seen; when a class is shown, its best members are
    wanted next all the same.
    """
    decay = _DECAY.get(order.plan.scope, 1.0)
    places: dict[int, int] = {}
    inside: Counter[int] = Counter()
    found = []
    for unit in order.ranked:
        host = index.hosts[index.position[unit.unit_key]]
        place = places.setdefault(host, len(places) + 1)
        inside[host] += 1
        found.append(place**-decay / inside[host])
    return found


def _is_primary(unit: Ranked, plan: Plan) -> bool:
    return plan.strategy == "graph" or unit.found_by != ("graph",)


def _allowances(budget: int, hosts: Sequence[Host], settings: AssembleSettings) -> dict[str, int]:
    """Return the tokens of each section, in the order in which they are spent."""
    framework = any(host.section == "framework" for host in hosts)
    supporting = int(budget * (settings.supporting_with_framework if framework else settings.supporting))
    beyond = int(budget * settings.framework) if framework else 0
    allowances = {"primary": budget - supporting - beyond, "supporting": supporting}
    return {**allowances, "framework": beyond} if framework else allowances


def _spend(hosts: Sequence[Host], allowances: dict[str, int], prices: Prices, least: float) -> tuple[Purse, list[Purchase]]:
    """Return the purse after shopping, with what was bought; the purse is short when a wanted piece could not be paid."""
    bought: list[Purchase] = []
    purse = Purse(0)
    for name, allowance in (*allowances.items(), ("primary", 0)):
        purse.left += allowance
        bought += choose([host for host in hosts if host.section == name], purse, prices, least)
    return purse, bought


def _prices(count: Count) -> Prices:
    """Return the function that prices pieces: their text, and for a unit's first ones its heading."""

    def price(host: Host, pieces: Sequence[int]) -> int:
        tokens = sum(host.anatomy.tokens_of(number, count) + _GAP for number in pieces)
        return tokens if host.shown else tokens + host.heading(count) + _FRAME

    return price


@dataclass(frozen=True, slots=True)
class _Written:
    """A context as text: its parts, the writer's text and the exact number of its tokens."""

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
    text: str, hosts: Sequence[Host], bought: list[Purchase], goal: int, budget: int, settings: AssembleSettings, count: Count
) -> _Written:
    """Return the written context: spend what is left of the goal after writing, give back what is over the budget."""
    written = _write(text, hosts, settings, count)
    for _ in range(_ROUNDS):
        left = goal - written.tokens
        more = choose(hosts, Purse(left), _prices(count), settings.least) if left >= _WORTHWHILE else []
        if not more:
            break
        bought += more
        written = _write(text, hosts, settings, count)
    while written.tokens > budget and bought:
        excess = written.tokens - budget
        while bought and excess > 0:
            host, pieces, price = bought.pop()
            host.hide(pieces)
            excess -= price
        written = _write(text, hosts, settings, count)
    return written if written.tokens <= budget else _Written((), "", 0, settings.format)


def _write(text: str, hosts: Sequence[Host], settings: AssembleSettings, count: Count) -> _Written:
    parts = [Part("structural", (), text)] if text else []
    for name in ("primary", "supporting", "framework"):
        blocks = tuple(block_of(host) for host in in_order(host for host in hosts if host.section == name))
        parts += [Part(name, blocks)] if blocks else []
    written = FORMATS[settings.format](parts) if parts else ""
    return _Written(tuple(parts), written, count(written), settings.format)


def _left_out(
    wanted: Sequence[Wanted], shown: set[str], hosts: Sequence[Host], index: OpenIndex, left: int
) -> tuple[Dropped, ...]:
    """Return why each wanted unit has no source: nothing of it fits, it is not worth its tokens, or its class stands for it."""
    visible = {host.key for host in hosts if host.shown}
    why = "over budget" if left < _WORTHWHILE else "not worth its tokens (assemble.least)"
    found = []
    for want in wanted:
        if want.key in shown:
            continue
        host = index.keys[index.hosts[index.position[want.key]]]
        name = index.heads[index.position[host]].identifier
        reason = f"{why}: of {name} other lines are shown" if host in visible else why
        found.append(Dropped(want.key, "assemble", reason))
    return tuple(found)
