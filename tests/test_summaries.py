from __future__ import annotations

import pytest

from core.model.run import SearchRun
from core.open_index import unit_summary
from core.open_index.summaries import first_sentence
from core.pipeline.answer import ask
from tests.retrieval_samples import DEFAULTS, stores


def run(question: str) -> SearchRun:
    return ask(question, stores(), DEFAULTS, budget=2000)


def test_a_folder_says_what_it_holds_with_its_main_classes_and_what_they_say() -> None:
    assert unit_summary(stores().index, "folder:app/controllers/concerns").splitlines() == [
        "Holds 8 methods, 2 concerns in 2 files.",
        "- concern Authentication",
        "- concern BasketScoped: Finds the visitor's basket: by account when signed in, else by a signed cookie.",
        "Words of its names: basket, current, session.",
    ]


def test_a_folder_names_the_folders_below_it_largest_first() -> None:
    lines = unit_summary(stores().index, "folder:app/controllers").splitlines()
    assert lines[:2] == [
        "Holds 68 methods, 16 controllers, 2 concerns in 18 files.",
        "Below: admin (18), api (10), concerns (10), webhooks (3).",
    ]


def test_a_file_says_what_it_holds_and_any_other_unit_nothing() -> None:
    index = stores().index
    assert unit_summary(index, "file:app/models/order.rb").startswith("Holds 50 methods, 7 scopes, 1 model.\n- model Order")
    assert unit_summary(index, "model:Order") == ""
    assert unit_summary(index, "folder:no/such") == ""


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", ""),
        ("One. Two.", "One."),
        ("Version 1.2 of\nit. More", "Version 1.2 of it."),
        ("No end\n\nNext", "No end"),
        ("word " * 60, "word " * 31 + "word …"),
    ],
)
def test_the_first_sentence_of_a_text(text: str, sentence: str) -> None:
    assert first_sentence(text) == sentence


def test_a_question_that_asks_which_folder_gets_folders_first_and_what_they_hold() -> None:
    found = run("Which folder handles shipping?")
    assert found.ranked[0].unit_key == "folder:app/services/shipping"
    assert "# folders\n\napp/services/shipping\nHolds 20 method" in found.context.text


def test_a_question_about_a_named_folder_finds_it_first_then_its_units() -> None:
    found = run("What is in app/services?")
    assert "# folders\n\napp/services\nHolds 75 method" in found.context.text
    assert found.ranked[0].unit_key == "folder:app/services"
    second = found.ranked[1].unit_key
    assert stores().index.by_key[second].file_path.startswith("app/services/")


def test_a_folder_is_asked_for_in_words_that_no_name_has() -> None:
    found = run("Which folder handles qzxv?")
    assert "# folders" not in found.context.text


def test_other_questions_find_no_folders() -> None:
    found = run("How does shipping work?")
    assert not [unit for unit in found.ranked if unit.unit_key.startswith("folder:")]
    assert "# folders" not in found.context.text
