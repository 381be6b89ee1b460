"""What a run says of itself: five stages, lines for those that take long, bars that vanish on a terminal."""

import io
import sys

import pytest

from core.cli import progress


@pytest.fixture
def clock(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(progress, "perf_counter", lambda: now[0])
    return now


def test_a_stage_that_takes_more_than_a_second_has_one_line_when_it_ends(capsys, clock):
    lines = progress._Lines()
    for done in range(4):
        lines("read", done, 3)
        clock[0] += 1
    lines("link ruby", 0, 1)
    clock[0] += 0.5
    lines("link ruby", 1, 1)
    lines("ruby references", 100, 100)
    lines("words", 0, 1)
    clock[0] += 2
    lines.end()
    assert capsys.readouterr().err == "Read files: 3 files in 4.0 s\nSearch words: 2.0 s\n"


def test_a_long_stage_says_how_far_it_is_and_a_silent_one_that_it_is_at_work(capsys, clock):
    lines = progress._Lines()
    lines("embed", 0, 100)
    clock[0] = 11
    lines("embed", 50, 100)
    clock[0] = 15
    lines.report_silence()
    clock[0] = 22
    lines.report_silence()
    lines("embed", 100, 100)
    lines.end()
    assert capsys.readouterr().err.splitlines() == [
        "Vectors: 50 of 100 texts in 11 s, 11 s left",
        "Vectors: 50 of 100 texts in 22 s, 22 s left",
        "Vectors: 100 texts in 22.0 s",
    ]


def test_every_phase_is_one_line_where_all_are_asked_for(capsys, clock):
    with progress.shown_progress(verbose=True) as shown:
        shown("walk", 0, 1)
        shown("walk", 1, 1)
        shown("read", 0, 3)
        clock[0] += 1
        shown("read", 3, 3)
    assert capsys.readouterr().err == "walk: 0.0 s\nread: 3 in 1.0 s\n"


def test_bars_count_what_is_read_and_are_gone_in_the_end(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    with progress.shown_progress() as shown:
        shown("read", 3, 7)
        shown("link ruby", 0, 1)
        shown("catalog", 0, 1)
    written = terminal.getvalue()
    assert "3 of 7" in written
    assert written.index("Read files") < written.index("Link code") < written.index("Write tables")
    assert "Vectors" not in written  # no such stage has begun
    assert written.rstrip("\r\n").endswith("\x1b[2K")  # the last thing is that the lines are cleared
