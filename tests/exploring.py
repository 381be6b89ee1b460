"""`pytest --explore SECONDS`: only property tests, at random, again and again; what fails is kept as a file."""

from __future__ import annotations

import random
import re
import time
from pathlib import Path

import pytest

FOUND = Path(__file__).parents[1] / ".explored"
"""Where `make explore` keeps what failed; git ignores it."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--explore", type=float, metavar="SECONDS", help="only property tests, at random, for so long")


def pytest_configure(config: pytest.Config) -> None:
    if seconds := config.getoption("--explore"):
        config.pluginmanager.register(_Exploring(seconds), "exploring properties")


class _Exploring:
    """Runs each property test again and again until the time is up; one that failed is left out from then on."""

    def __init__(self, seconds: float) -> None:
        self.end = time.monotonic() + seconds
        self.runs = 0
        self.failed: set[str] = set()

    def pytest_collection_modifyitems(self, items: list[pytest.Item], config: pytest.Config) -> None:
        """Keep the property tests, in an order of their own each time."""
        others = [item for item in items if not getattr(getattr(item, "obj", None), "is_hypothesis_test", False)]
        items[:] = [item for item in items if item not in others]
        random.SystemRandom().shuffle(items)
        config.hook.pytest_deselected(items=others)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Go round until the time is up; a test that has begun is finished."""
        while session.items and time.monotonic() < self.end:
            for item in list(session.items):
                if time.monotonic() >= self.end or session.shouldstop:
                    return True
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
                self.runs += 1
                if item.nodeid in self.failed:
                    session.items.remove(item)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep what failed, with its smallest example."""
        if report.failed:
            self.failed.add(report.nodeid)
            FOUND.mkdir(exist_ok=True)
            self._file(report.nodeid).write_text(f"{report.nodeid}\n\n{report.longreprtext}\n", "utf-8")

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Tell how much was tried and where the failures are."""
        terminalreporter.write_line(f"{self.runs} runs of property tests at random, {len(self.failed)} failed")
        for name in sorted(self.failed):
            terminalreporter.write_line(f"{name}: the smallest example is in {self._file(name)}", red=True)

    def _file(self, nodeid: str) -> Path:
        return FOUND / f"{re.sub(r'[^a-z0-9]+', '-', nodeid.lower()).strip('-')[:120]}.txt"
