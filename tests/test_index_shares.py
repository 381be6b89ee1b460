"""Work that is divided among processes."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Sequence

import pytest

from core.index import shares
from core.index.shares import shared

ITEMS = [f"{number}" * 10 for number in range(100)]


@pytest.fixture
def divided(monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(shares, "_LEAST_SIZE", 100)
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    return os.getpid()


def test_results_are_in_the_order_of_the_items_and_come_from_other_processes(divided: int) -> None:
    def work(items: Sequence[str]) -> tuple[int, list[str]]:
        return os.getpid(), list(items)

    with shared(ITEMS, work, len) as results:
        found = results()
    assert [item for _, items in found for item in items] == ITEMS
    assert len({process for process, _ in found} - {divided}) == 3
    assert multiprocessing.active_children() == []


def test_the_share_of_a_process_that_dies_is_done_here(divided: int) -> None:
    def work(items: Sequence[str]) -> list[str]:
        if ITEMS[0] in items and os.getpid() != divided:
            os._exit(9)
        return list(items)

    with shared(ITEMS, work, len) as results:
        assert [item for items in results() for item in items] == ITEMS


def test_a_fault_of_the_work_is_raised_here_and_leaves_no_process(divided: int, capfd: pytest.CaptureFixture[str]) -> None:
    def work(items: Sequence[str]) -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"), shared(ITEMS, work, len) as results:
        results()
    assert multiprocessing.active_children() == []


def test_what_is_little_is_done_here() -> None:
    with shared(ITEMS, lambda items: (os.getpid(), len(items)), len) as results:
        assert results() == [(os.getpid(), 100)]
    with shared([], len, len) as results:
        assert results() == [0]


def test_much_is_done_in_small_shares_of_which_few_are_done_at_once(divided: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shares, "_MOST_SIZE", 100)

    def work(items: Sequence[str]) -> tuple[int, int, list[str]]:
        return os.getpid(), len(multiprocessing.active_children()), list(items)

    with shared(ITEMS, work, len) as results:
        assert multiprocessing.active_children() == []  # what this process does meanwhile would be copied
        found = results()
    assert [item for _, _, items in found for item in items] == ITEMS
    assert found[0][0] == divided
    assert len(found) == len({process for process, _, _ in found}) > 10
    assert multiprocessing.active_children() == []
