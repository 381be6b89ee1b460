from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.assemble.formats import FORMATS
from core.errors import SettingsError
from core.model.run import Context
from core.pipeline.answer import ask
from core.settings import changed
from tests.examples import examples
from tests.retrieval_samples import DEFAULTS, stores

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


def test_what_is_worth_too_little_stays_out_and_the_budget_unspent() -> None:
    generous, strict = context(8000, least=0.0), context(8000, least=0.001)
    assert strict.tokens < generous.tokens / 2
    assert any("assemble.least" in dropped.reason for dropped in strict.dropped)


@pytest.mark.parametrize("budget", [600, 2000, 8000])
def test_units_of_one_line_are_listed_after_the_others(budget: int) -> None:
    for part in ("structural", *(section.name for section in context(budget).sections)):
        _, _, text = f"\n{context(budget).text}".partition(f"\n# {part}\n")
        blocks = [block for block in text.partition("\n# ")[0].split("\n\n") if block.startswith(("## ", "- "))]
        assert blocks == sorted(blocks, key=lambda block: block.startswith("- "))


def test_a_larger_budget_never_shows_fewer_units() -> None:
    shown = [len(context(budget).sources) for budget in (300, 600, 1200, 2400, 4800, 9600)]
    assert shown == sorted(shown)


def test_a_level_of_detail_can_be_left_out_and_an_unknown_one_is_refused() -> None:
    plain = ask("How does checkout work?", stores(), changed(DEFAULTS, "assemble.without", "doc,body"), budget=3000)
    full = ask("How does checkout work?", stores(), DEFAULTS, budget=3000)
    assert plain.context.text != full.context.text
    assert plain.context.tokens <= 3000
    with pytest.raises(SettingsError, match=r"'bodies'.*declaration, signature, body, doc, tail"):
        ask("Order", stores(), changed(DEFAULTS, "assemble.without", "bodies"), budget=500)
