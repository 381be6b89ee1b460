"""Further searches for wide questions: off by default, each a step of the trace, only for what is read as wide."""

from __future__ import annotations

import pytest

from core.errors import SettingsError
from core.model.run import SearchRun
from tests.retrieval_samples import shop

WIDE = "give me an overview of refunds, loyalty points and shipping zones"


def widenings(run: SearchRun) -> list[str]:
    return [str(step.facts["widened"]) for step in run.trace if "widened" in step.facts]


def asked(question: str, how: str) -> SearchRun:
    return shop().ask(question, budget=500, settings={"search.widen": how, "cache.runs": 0})


def test_a_wide_question_is_searched_once_unless_the_settings_ask_for_more() -> None:
    assert shop().settings.search.widen == "no"
    run = asked(WIDE, "no")
    assert run.plan.scope in ("exploratory", "comprehensive")
    assert widenings(run) == []


def test_its_parts_are_asked_alone_and_words_of_what_was_found_are_added() -> None:
    parts = widenings(asked(WIDE, "parts"))
    assert len(parts) > 1
    assert parts[-1].endswith("shipping zones")
    (words,) = widenings(asked(WIDE, "words"))
    assert words.startswith(WIDE)
    assert len(words.split()) == len(WIDE.split()) + 4
    assert widenings(asked(WIDE, "both")) == [*parts, words]
    assert asked(WIDE, "both").ranked == asked(WIDE, "both").ranked


def test_a_question_for_one_place_is_never_widened() -> None:
    assert widenings(asked("where is Order#total defined?", "both")) == []


def test_an_unknown_way_is_named_with_the_known_ones() -> None:
    with pytest.raises(SettingsError, match="Choose from: no, words, parts, both"):
        asked(WIDE, "synonyms")
