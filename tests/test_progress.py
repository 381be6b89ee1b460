"""What a run says of itself where no terminal draws bars."""

import pytest

from core.cli import progress


@pytest.fixture
def clock(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(progress, "perf_counter", lambda: now[0])
    return now


def test_each_phase_has_one_line_when_it_ends(capsys, clock):
    lines = progress._Lines()
    for done in range(4):
        lines("read", done, 3)
        clock[0] += 1
    lines("read", 3, 3)
    lines("link ruby", 0, 1)
    clock[0] += 0.5
    lines("link ruby", 1, 1)
    assert capsys.readouterr().err == "read: 3 in 3.0 s\nlink ruby: 0.5 s\n"


def test_a_long_phase_says_how_far_it_is_and_a_silent_one_that_it_is_at_work(capsys, clock):
    lines = progress._Lines()
    lines("link ruby", 0, 1)
    lines("ruby references", 0, 100)
    clock[0] = 11
    lines("ruby references", 50, 100)
    clock[0] = 15
    lines.tell_silence()
    clock[0] = 22
    lines.tell_silence()
    lines("ruby references", 100, 100)
    clock[0] = 33
    lines.tell_silence()
    told = capsys.readouterr().err.splitlines()
    assert told == [
        "ruby references: 50 of 100, 11 s left", "ruby references: 22 s so far", "ruby references: 100 in 22.0 s",
        "link ruby: 33 s so far",
    ]  # fmt: skip
