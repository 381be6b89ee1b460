from __future__ import annotations

import functools
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import open_workbench
from core.assemble.choose import Room, choose
from core.assemble.flow import along_flow
from core.assemble.formats import FORMATS
from core.assemble.wanted import Assembly, Wanted, named_units, wanted_units
from core.evaluate import read_questions
from core.flow.passed import traced
from core.model.run import Context, SearchRun
from core.pipeline.answer import ask
from core.pipeline.indexing import index_checkout
from core.settings import changed, read_settings
from tests.examples import examples
from tests.retrieval_samples import DEFAULTS, SAMPLE, stores
from tests.shared import checkout

QUESTION = "How does checkout work?"


def context(budget: int, **values: object) -> Context:
    chosen = DEFAULTS
    for name, value in values.items():
        chosen = changed(chosen, f"assemble.{name}", value)
    return ask(QUESTION, stores(), chosen, budget=budget).context


@pytest.mark.parametrize("format_", sorted(FORMATS))
@examples(25)
@given(budget=st.integers(0, 12_000))
def test_the_sections_add_up_to_the_tokens_of_the_text(format_: str, budget: int) -> None:
    made = context(budget, format=format_)
    assert sum(section.tokens for section in made.sections) == made.tokens


NAMES = st.deferred(lambda: st.sampled_from(sorted({head.identifier for head in stores().index.heads if head.start_line})))
ASKED = st.one_of(
    st.sampled_from([query.query for query in read_questions(SAMPLE.parent / "questions" / "sample.json").queries]),
    st.builds("What does {} do?".format, NAMES),
    st.builds("How do {} and {} work together?".format, NAMES, NAMES),
)
BUDGETS = st.one_of(st.integers(200, 4000), st.integers(4000, 200_000))


@functools.cache
def answered(question: str, budget: int) -> SearchRun:
    return ask(question, stores(), DEFAULTS, budget=budget)


@examples(80)
@given(question=ASKED, budget=BUDGETS)
def test_the_best_unit_is_shown_whole_within_half_of_the_budget_else_cut(question: str, budget: int) -> None:
    run = answered(question, budget)
    texts = {unit.key: unit.source_code for unit in stores().index.catalog.units([one.unit_key for one in run.ranked])}
    best = next((one.unit_key for one in run.ranked if texts[one.unit_key].strip()), None)
    if best is None:
        return
    source = run.context.shown_as.get(best)
    assert source is not None, f"{best} is not shown: {run.context.text}"
    if stores().count_tokens(texts[best]) <= budget // 2 - 20:
        assert source.unit_key != best or not source.truncated
        lines = [line.rstrip() for line in texts[best].split("\n") if line.strip()]
        assert all(line in run.context.text for line in lines)
    elif source.truncated:
        assert "cut" in run.context.text


@examples(80)
@given(question=ASKED, budget=BUDGETS)
def test_what_a_question_names_is_shown_before_what_it_does_not(question: str, budget: int) -> None:
    run = answered(question, budget)
    named = named_units(run.plan) & {one.unit_key for one in run.ranked}
    best = run.ranked[0].unit_key if run.ranked else ""
    order = [source for source in run.context.sources if source.unit_key != best]
    others = [place for place, source in enumerate(order) if not named & {source.unit_key, *source.holds}]
    if others:
        for key in named:
            head = stores().index.by_key[key]
            assert key in run.context.shown_as or not head.start_line, f"{key} is not shown, others are"
    first = min(others, default=len(order))
    assert not [source for source in order[first:] if source.unit_key in named and source.section == order[first].section]


@examples(80)
@given(question=ASKED, budget=BUDGETS)
def test_no_source_is_a_scrap_and_the_rest_is_a_short_list(question: str, budget: int) -> None:
    run = answered(question, budget)
    led = named_units(run.plan) | {one.unit_key for one in run.ranked[:1]}
    assert all(source.tokens >= 15 for source in run.context.sources if source.unit_key not in led)
    assert all(source.ranges for source in run.context.sources)
    listed = "\n".join(mention.line for mention in run.context.also)
    assert stores().count_tokens(listed) <= budget / 20
    assert listed in run.context.text
    assert run.context.tokens <= budget
    assert not {mention.unit_key for mention in run.context.also} & set(run.context.shown_as)


@examples(40)
@given(question=ASKED, budget=BUDGETS)
def test_no_line_is_shown_twice_and_every_range_says_what_the_text_holds(question: str, budget: int) -> None:
    run = answered(question, budget)
    seen: set[tuple[str, int]] = set()
    for source in run.context.sources:
        lines = {(source.file_path, line) for first, last in source.ranges for line in range(first, last + 1)}
        assert not lines & seen
        seen |= lines


def test_a_unit_that_is_cut_begins_at_its_beginning_and_holds_what_matches() -> None:
    run = ask("Where does Order recalculate its totals?", stores(), DEFAULTS, budget=1500)
    source = run.context.shown_as["model:Order"]
    assert source.truncated
    assert source.ranges[0][0] == source.start_line == 1
    assert "model Order · app/models/order.rb:1-345 · cut" in run.context.text


def test_what_is_less_likely_than_the_least_stays_out_and_the_number_of_units_has_an_end() -> None:
    generous, strict, few = context(8000), context(8000, least=0.2), context(8000, most=5)
    assert strict.tokens < generous.tokens / 2
    assert any("assemble.least" in dropped.reason for dropped in strict.dropped)
    assert len(few.sources) == 5
    assert any("assemble.most" in dropped.reason for dropped in few.dropped)


def test_a_larger_budget_never_shows_fewer_units() -> None:
    shown = [len(context(budget).sources) for budget in (300, 600, 1200, 2400, 4800, 9600)]
    assert shown == sorted(shown)


def test_a_question_for_one_place_has_no_overview() -> None:
    run = ask("Where is Order#recalculate defined?", stores(), DEFAULTS, budget=8000)
    assert run.plan.scope == "pinpoint"
    assert "structural" not in [section.name for section in run.context.sections]
    assert "structural" in [section.name for section in context(8000).sections]


def test_what_the_index_knows_and_no_line_says_stands_among_the_facts() -> None:
    context = ask("What is the primary key of Order?", stores(), DEFAULTS, budget=3000).context
    assert any("Order is stored in the table orders, whose primary key is id" in fact for fact in context.facts)
    assert all(fact in context.text for fact in context.facts)
    plain = ask("How is an Order refunded?", stores(), DEFAULTS, budget=3000).context
    assert not any("stored in the table" in fact for fact in plain.facts)  # what everybody expects tells nothing
    action = ask("What does CheckoutsController#confirm do?", stores(), DEFAULTS, budget=3000).context
    assert any("reached by" in fact and "filters" in fact for fact in action.facts)


def test_a_traced_flow_is_shown_in_its_order() -> None:
    run = ask("What happens when CheckoutsController#confirm is called?", stores(), DEFAULTS, budget=6000)
    assert run.plan.intent == "trace"
    index = stores().index
    wished = wanted_units(Assembly(run.plan, run.ranked, {}, 6000), index, 1.0)
    wanted = along_flow(wished, traced(run.plan, index), index, bool)
    steps = {want.key: want.step for want in wanted if want.step}
    assert len(steps) > 2
    named = named_units(run.plan) | {run.ranked[0].unit_key}
    order = [steps.get(source.unit_key, 0) for source in run.context.sources if source.unit_key not in named]
    passed = [step for step in order if step]
    assert passed == sorted(passed)
    assert len(passed) > 1


def test_what_serves_the_rest_shares_the_supporting_part_unless_it_is_named() -> None:
    run = ask("How is an order refunded?", stores(), DEFAULTS, budget=3000)
    aside = {one.unit_key for one in run.ranked if one.signals["aside"]} - named_units(run.plan)
    assert aside
    assert not [source.unit_key for source in run.context.sources if source.unit_key in aside and source.section == "primary"]
    named = ask("What does the README.md say?", stores(), DEFAULTS, budget=3000)
    assert "primary" in {source.section for source in named.context.sources if source.file_path == "README.md"}


def test_the_likelier_host_is_the_one_with_the_better_unit_however_many_of_its_file_were_ranked_before() -> None:
    run = ask("How is the tax of an order computed?", stores(), DEFAULTS, budget=800)
    index = stores().index
    own: dict[int, float] = {}
    chances: dict[int, float] = {}
    wanted = wanted_units(Assembly(run.plan, run.ranked, {}, 800), index, 1.0)
    for unit, want in zip(run.ranked, wanted, strict=True):
        host = index.hosts[index.position[unit.unit_key]]
        own[host] = max(own.get(host, 0.0), unit.score - unit.parts["saturation"])
        chances[host] = max(chances.get(host, 0.0), want.chance)
    saturated = [index.hosts[index.position[unit.unit_key]] for unit in run.ranked]
    assert sorted(own, key=own.__getitem__, reverse=True) != list(dict.fromkeys(saturated))
    likely = sorted(chances, key=lambda host: -chances[host])
    assert [own[host] for host in likely] == sorted(own.values(), reverse=True)


def test_the_rest_of_a_short_method_is_shown_with_its_class(tmp_path: Path) -> None:
    others = "".join(f"    def level_{n}(self):\n" + "        self.read(self, 1, 2, 3)\n" * 9 + "\n" for n in range(12))
    text = f'class Gauge:\n    """What the gauge does."""\n\n{others}    def pressure(self):\n        return self._now\n'
    settings = {"home": str(tmp_path / "home"), "embed.embedder": "hash", "index.vectors": "exact"}
    index_checkout(checkout(tmp_path / "plant", **{"gauge.py": text}), read_settings(settings), name="plant", vectors=False)
    bench = open_workbench("plant", settings=settings)
    index, count = bench.stores.index, bench.stores.count_tokens
    wanted = [Wanted("class:gauge.Gauge", "primary", 1.0), Wanted("method:gauge.Gauge.pressure", "primary", 0.5)]
    choice = choose(wanted, Room(1000, 1000, {}, 60, 0.0), ["pressure"], index, count)
    assert [(pick.want.key, pick.holds) for pick in choice.picks] == [("class:gauge.Gauge", ["method:gauge.Gauge.pressure"])]
    alone = choose(wanted[1:], Room(1000, 1000, {}, 60, 0.0), ["pressure"], index, count)
    assert [pick.runs for pick in alone.picks] == [((0, 2),)]  # the best is shown however short it is
