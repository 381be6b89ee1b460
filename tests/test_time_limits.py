"""Limits of time by themselves."""

import signal
import time

import pytest

from core.extract.limits import OverTime, check, limited


def test_a_limit_gives_back_the_signal_that_it_took():
    before = signal.getsignal(signal.SIGALRM)
    with limited(10, "outer"), limited(5, "inner"):
        assert signal.getsignal(signal.SIGALRM) != before
    assert signal.getsignal(signal.SIGALRM) == before


def test_a_limit_counts_what_the_processor_does_and_of_waiting_a_tenth():
    with limited(0.1, "waiting"):
        time.sleep(0.3)
        check()
    with pytest.raises(OverTime, match="waiting"), limited(0.02, "waiting"):
        time.sleep(60)


def test_no_seconds_mean_no_limit():
    with limited(0, "none"):
        time.sleep(0.01)
        check()
