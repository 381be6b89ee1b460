"""Values that are made once for many threads."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest

from core.analyse import Analysis
from core.runtime.once import Once
from tests.analyse_graphs import graph

THREADS = 8


def test_threads_that_ask_at_the_same_time_get_the_one_value_that_the_first_of_them_makes():
    once, made, together = Once(), [], Barrier(THREADS)

    def make() -> object:
        made.append(object())
        return made[-1]

    def ask(_: int) -> object:
        together.wait()
        return once.get("graph", make)

    with ThreadPoolExecutor(THREADS) as pool:
        found = list(pool.map(ask, range(THREADS)))
    assert len(made) == 1
    assert all(one is made[0] for one in found)


def test_a_value_that_takes_long_keeps_nobody_from_another_one():
    once, finish = Once(), Event()
    with ThreadPoolExecutor(1) as pool:
        slow = pool.submit(once.get, "slow", lambda: finish.wait(10))
        assert once.get("quick", lambda: 7) == 7
        finish.set()
        assert slow.result() is True


def test_what_could_not_be_made_is_tried_again():
    once = Once()

    def fail() -> None:
        raise ValueError("not yet")

    with pytest.raises(ValueError, match="not yet"):
        once.get("graph", fail)
    assert once.get("graph", lambda: 1) == 1


def test_making_a_value_may_ask_for_another():
    once = Once()
    assert once.get("view", lambda: once.get("graph", lambda: 2) + 1) == 3


def test_views_are_the_same_in_whatever_order_relations_come_and_leave_out_what_leads_elsewhere():
    units, relations = graph("class:A calls class:B 3\nclass:B calls class:A 1\nclass:A inherits class:C 2")
    plain = Analysis(units, lambda: relations)
    known = {key: unit for key, unit in units.items() if key != "class:C"}
    given = Analysis(known, lambda: reversed(relations))
    assert given.view("unit").out["class:A"] == {"class:B": plain.view("unit").out["class:A"]["class:B"]}
