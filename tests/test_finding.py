"""Letters find what was meant first: members by class and verb, routes, acronyms, words of the same meaning."""

from __future__ import annotations

import pytest

from core.model import UnitHead
from core.open_index.finding import NamedThing, NameSearch, find_units, unit_names


def head(
    identifier: str, type_: str = "method", path: str = "app/x.rb", *, signature: str = "", test: bool = False
) -> UnitHead:
    name = identifier.replace("#", ".").replace("::", ".").rpartition(".")[2]
    return UnitHead(type_, identifier, name, "", "ruby", path, 1, 9, signature, "", test, "static")


HEADS = [
    head("Comment", "model"), head("Comment#after_create"), head("Comment#create_notification"),
    head("CommentsController", "controller"), head("CommentsController#create"), head("CommentsController#new"),
    head("POST /comments", "route", signature="POST /comments → comments#create"),
    head("POST /comments/:id/disown", "route", signature="POST /comments/:id/disown → comments#disown"),
    head("comments/create", "view_template"), head("CreateComments", "migration", "db/migrate/1_create_comments.rb"),
    head("app/models/comment.rb", "file", "app/models/comment.rb"), head("Story#calculated_hotness"),
    head("Story#recalculate_score!"), head("Story#score_sql"), head("AddHotnessToStories", "migration"),
    head("AddHotnessToStories.up"), head("StoryTest#test_hotness", test=True), head("Story", "model"),
    head("OrdersController", "controller"), head("Shop::Order", "model"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("letters", "first"),
    [
        ("comments create", "CommentsController#create"),
        ("create comments controller", "CommentsController#create"),
        ("comment", "Comment"),
        ("score compute", "Story#recalculate_score!"),
        ("hotness", "Story#calculated_hotness"),
        ("calculated_hot", "Story#calculated_hotness"),
        ("OrCo", "OrdersController"),
        ("oc", "OrdersController"),
        ("/comments/:id/disown", "POST /comments/:id/disown"),
        ("disown", "POST /comments/:id/disown"),
        ("Shop::Order", "Shop::Order"),
        ("models/comment.rb", "app/models/comment.rb"),
        ("calclated hotnes", "Story#calculated_hotness"),
    ],
)
def test_letters_find_what_was_meant_first(letters: str, first: str) -> None:
    found = find_units(letters, HEADS)
    assert found, letters
    assert found[0].identifier == first, [one.identifier for one in found]


def test_what_goes_with_nothing_finds_nothing() -> None:
    assert find_units("zzzz qqqq", HEADS) == []
    assert find_units("  ", HEADS) == []


def test_tests_and_migrations_come_last() -> None:
    found = [one.identifier for one in find_units("hotness", HEADS)]
    assert found[-1] == "StoryTest#test_hotness"
    assert found.index("Story#calculated_hotness") < found.index("AddHotnessToStories")


def test_an_exact_name_comes_first_types_before_members_before_tests_and_vendored_code() -> None:
    heads = [
        head("Queue", "class", "vendor/queue.py"), head("app.tests.Queue", "class", test=True), head("queue.md", "readme"),
        head("Timer.queue"), head("app.Queue", "class"), head("app.queue", "module"), head("docs/a.md#My queue", "doc_section"),
        head("QueueWorker", "class"), head("Timer#Queue"), head("/queue", "route"),
    ]  # fmt: skip
    found = find_units("Queue", heads, names=unit_names(heads, vendored={"vendor/queue.py"}))
    first = ["app.Queue", "app.queue", "Timer#Queue", "Timer.queue", "Queue", "app.tests.Queue", "QueueWorker"]
    assert [one.identifier for one in found][:7] == first


def test_names_that_contain_the_letters_in_tests_and_vendored_code_come_after_all_others() -> None:
    heads = [
        head("QueueTest", "class", test=True),
        head("Queues", "class", "vendor/queue.py"),
        head("run", path="app/queue.rb"),
    ]
    found = find_units("queue", heads, names=unit_names(heads, vendored={"vendor/queue.py"}))
    assert found[0].identifier == "run"


def test_what_is_used_most_comes_first_among_like_names() -> None:
    names = NameSearch([NamedThing("Draft#save", "save"), NamedThing("Order#save", "save", used=1.0)])
    assert [at for _, at in names.ranked("save")] == [1, 0]
