"""Pages that are drawn at once take turns, and none waits for long; threads share their memory."""

from __future__ import annotations

import threading
import time

import pytest
import streamlit as st

from core.runtime.allocation import few_arenas
from pages.parts import frame


def test_only_a_few_pages_are_drawn_at_once_and_a_page_that_fails_gives_its_turn_back() -> None:
    st.cache_resource.clear()
    drawn, most, guard = 0, 0, threading.Lock()

    def draw(number: int) -> None:
        nonlocal drawn, most
        try:
            with frame.turn():
                with guard:
                    drawn += 1
                    most = max(most, drawn)
                time.sleep(0.01)
                with guard:
                    drawn -= 1
                if number % 2:
                    raise ValueError(number)
        except ValueError:
            pass

    threads = [threading.Thread(target=draw, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most <= frame._AT_ONCE
    assert all(frame._turns().acquire(blocking=False) for _ in range(frame._AT_ONCE))


def test_a_page_does_not_wait_for_long_behind_those_that_take_their_time(monkeypatch: pytest.MonkeyPatch) -> None:
    st.cache_resource.clear()
    monkeypatch.setattr(frame, "_PATIENCE", 0.01)
    slow = [frame.turn() for _ in range(frame._AT_ONCE)]
    for one in slow:
        one.__enter__()
    with frame.turn():
        pass
    assert not frame._turns().acquire(blocking=False)
    st.cache_resource.clear()


def test_memory_is_taken_from_few_places_where_the_c_library_knows_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    told = []
    monkeypatch.setattr(
        "ctypes.CDLL", lambda _: type("Library", (), {"mallopt": staticmethod(lambda *said: told.append(said))})
    )
    few_arenas()
    assert told == [(-8, 2)]
    monkeypatch.setattr("ctypes.CDLL", lambda _: object())
    few_arenas()
