"""Assemble the context of an answer: sections, shares, purchases, text and account."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.answer import Context, Dropped, Plan, Ranked, Section
from core.assemble.choose import Prices, Purchase, Purse, choose
from core.assemble.expand import expand
from core.assemble.formats import FORMATS, Part
from core.assemble.hosts import Host, Wanted, hosts_of
from core.assemble.overview import overview
from core.assemble.sources import block_of, shown_runs, sources_of
from core.atlas import Atlas
from core.errors import SettingsError
from core.ports import Stores
from core.settings import AssembleSettings

_FRAMEWORK_TYPES = frozenset({"rails_source", "gem_source"})
_LEAST_OVERVIEW = 120  # tokens: less says nothing
_PER_HOST = 25  # tokens: more units than this allows cannot be shown, so they are not read either
_WORTHWHILE = 60  # tokens left after writing that are worth another round of purchases
_ROUNDS = 2
_GAP = 5  # tokens of the mark where lines are left out
_FRAME = 10  # tokens of a unit's fences and heading marks

Count = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be assembled: the ranked units, the relations that led to some of them, and the budget in tokens."""

    plan: Plan
    ranked: tuple[Ranked, ...]
    evidence: dict[str, str]
    budget: int


def assemble(order: Order, atlas: Atlas, stores: Stores, settings: AssembleSettings) -> Context:
    """Return the context; its text never has more tokens than the budget.

    The overview gets its share first, then the primary, supporting and framework units theirs of the rest; what a section
    does not use goes on to the next, and at last back to the primary units.
    """
    if settings.format not in FORMATS:
        raise SettingsError(f"There is no format '{settings.format}'. Choose one of: {', '.join(FORMATS)}.")
    count = stores.count_tokens
    wanted = _wanted(order, atlas, settings.steepness)
    hosts = hosts_of(wanted[: max(4, order.budget // _PER_HOST)], order.plan.keywords, atlas, stores)
    share = int(order.budget * settings.structural)
    text = overview(atlas, stores, share, count) if share >= _LEAST_OVERVIEW else ""
    allowances = _allowances(order.budget - count(text), hosts, settings)
    bought = _spend(hosts, allowances, _prices(count))
    written, tokens = _fitted(text, hosts, bought, order.budget, settings, count)
    sources = tuple(source for host in hosts if host.shown for source in sources_of(host, count))
    used = {name: sum(source.tokens for source in sources if source.section == name) for name in allowances}
    sections = [Section("structural", share, count(text))] if text and tokens else []
    sections += [Section(name, allowance, used[name]) for name, allowance in allowances.items()]
    shown = {source.unit_key for source in sources}
    return Context(written, tokens, order.budget, tuple(sections), sources, _left_out(wanted, shown, hosts, atlas))


def _wanted(order: Order, atlas: Atlas, steepness: float) -> list[Wanted]:
    """Return the ranked units with section and relevance, then what stands beside the best of them."""
    top = max((unit.score for unit in order.ranked), default=1.0) or 1.0
    found = []
    for unit in order.ranked:
        head = atlas.heads[atlas.position[unit.unit_key]]
        section = "framework" if head.type in _FRAMEWORK_TYPES else "primary" if _is_primary(unit, order.plan) else "supporting"
        relevance = max(0.0, min(1.0, unit.score / top)) ** steepness
        found.append(Wanted(unit.unit_key, section, relevance, unit.score, order.evidence.get(unit.unit_key, "")))
    primary = [want for want in found if want.section == "primary"]
    around = expand(primary, {want.key for want in found}, atlas)
    return sorted(found + around, key=lambda want: -want.relevance)


def _is_primary(unit: Ranked, plan: Plan) -> bool:
    return plan.strategy == "graph" or unit.found_by != ("graph",)


def _allowances(budget: int, hosts: Sequence[Host], settings: AssembleSettings) -> dict[str, int]:
    """Return the tokens of each section, in the order in which they are spent."""
    framework = any(host.section == "framework" for host in hosts)
    supporting = int(budget * (settings.supporting_with_framework if framework else settings.supporting))
    beyond = int(budget * settings.framework) if framework else 0
    allowances = {"primary": budget - supporting - beyond, "supporting": supporting}
    return {**allowances, "framework": beyond} if framework else allowances


def _spend(hosts: Sequence[Host], allowances: dict[str, int], prices: Prices) -> list[Purchase]:
    bought: list[Purchase] = []
    purse = Purse(0)
    for name, allowance in (*allowances.items(), ("primary", 0)):
        purse.left += allowance
        bought += choose([host for host in hosts if host.section == name], purse, prices)
    return bought


def _prices(count: Count) -> Prices:
    """Return the function that prices pieces: their text, and for a unit's first ones its heading."""

    def counted(host: Host, number: int) -> int:
        known = host.anatomy.tokens
        if number not in known:
            known[number] = count(f"{host.anatomy.text(number)}\n")
        return known[number] + _GAP

    def price(host: Host, pieces: Sequence[int]) -> int:
        tokens = sum(counted(host, number) for number in pieces)
        if host.shown:
            return tokens
        unit = host.anatomy.unit
        return tokens + _FRAME + count(f"{unit.type} {unit.identifier} {unit.file_path}:{unit.end_line} {host.evidence}")

    return price


def _fitted(
    text: str, hosts: Sequence[Host], bought: list[Purchase], budget: int, settings: AssembleSettings, count: Count
) -> tuple[str, int]:
    """Return the written context and its tokens: spend what is left after writing, give back what is too much."""
    written, tokens = _size(text, hosts, settings, count)
    for _ in range(_ROUNDS):
        more = choose(hosts, Purse(budget - tokens), _prices(count)) if budget - tokens >= _WORTHWHILE else []
        if not more:
            break
        bought += more
        written, tokens = _size(text, hosts, settings, count)
    while tokens > budget and bought:
        excess = tokens - budget
        while bought and excess > 0:
            host, pieces, price = bought.pop()
            host.shown.difference_update(pieces)
            excess -= price
        written, tokens = _size(text, hosts, settings, count)
    return (written, tokens) if tokens <= budget else ("", 0)


def _size(text: str, hosts: Sequence[Host], settings: AssembleSettings, count: Count) -> tuple[str, int]:
    parts = [Part("structural", (), text)] if text else []
    for name in ("primary", "supporting", "framework"):
        blocks = tuple(block_of(host) for host in hosts if host.section == name and host.shown)
        parts += [Part(name, blocks)] if blocks else []
    written = FORMATS[settings.format](parts) if any(part.blocks for part in parts) or text else ""
    return written, count(written)


def _left_out(wanted: Sequence[Wanted], shown: set[str], hosts: Sequence[Host], atlas: Atlas) -> tuple[Dropped, ...]:
    """Return why each wanted unit has no source: nothing of it fits, or its class stands for it."""
    visible = {host.key: shown_runs(host) for host in hosts if host.shown}
    found = []
    for want in wanted:
        if want.key in shown:
            continue
        host = atlas.keys[atlas.hosts[atlas.position[want.key]]]
        name = atlas.heads[atlas.position[host]].identifier
        reason = f"over budget: of {name} other lines are shown" if host in visible else "over budget"
        found.append(Dropped(want.key, "assemble", reason))
    return tuple(found)
