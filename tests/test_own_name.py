"""The repository's name in a question names no unit: the shop of the sample is called Harbour."""

from __future__ import annotations

import pytest

from core.search.classify import without_own_name
from core.settings import Settings
from core.settings.retrieval import read_rules
from tests.retrieval_samples import shop


@pytest.mark.parametrize(
    ("asked", "read"),
    [
        ("How does Harbour decide what shipping costs?", "How does decide what shipping costs?"),
        ("where are refunds made in harbour", "where are refunds made"),
        ("Which settings does Harbour's mailer read?", "Which settings does mailer read?"),
        ("Tell me how Harbour charges a card", "Tell me how charges a card"),
        ("What is Harbour?", "What is Harbour?"),
        ("What does Harbour::Application do?", "What does Harbour::Application do?"),
        ("which ships lie in the harbour", "which ships lie in the harbour"),
        ("What does Order do?", "What does Order do?"),
    ],
)
def test_the_name_of_the_repository_is_not_asked_for(asked: str, read: str) -> None:
    assert without_own_name(asked, shop().index, read_rules(Settings().search.rules)) == read


def test_a_question_with_the_name_ranks_as_without() -> None:
    plain, named = shop().ask("where are refunds made"), shop().ask("where are refunds made in Harbour")
    assert [unit.unit_key for unit in named.ranked] == [unit.unit_key for unit in plain.ranked]
    assert named.question == "where are refunds made in Harbour"
