"""All that something leads to."""

from core.model.closure import closure

LEADS = {"a": ["b", "c"], "b": ["d"], "c": ["a", "d"], "d": []}


def test_what_is_led_to_comes_once_and_the_nearest_first() -> None:
    assert list(closure(["a"], LEADS.__getitem__)) == ["a", "b", "c", "d"]
    assert list(closure(["c", "b", "c"], LEADS.__getitem__)) == ["c", "b", "a", "d"]


def test_nothing_leads_nowhere() -> None:
    assert list(closure([], LEADS.__getitem__)) == []
