"""What the tests lack on a machine: one line for each reason; on the build machine (`CI=true`) nothing installable may lack."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

_INSTALLS = re.compile(r"\b(?:apt-get|pip|npm) install\b")


def reasons(reports: Iterable[Any]) -> Counter[str]:
    """Return how many tests were skipped, by reason."""
    told = (report.longrepr for report in reports)
    return Counter(str(longrepr[2]).removeprefix("Skipped: ") for longrepr in told if isinstance(longrepr, tuple))


def fails(reason: str) -> bool:
    """Tell whether a skip is a failure: on the build machine when its reason names what installs the missing package."""
    return bool(os.environ.get("CI") and _INSTALLS.search(reason))


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail the run on the build machine when a test could not run for want of a package."""
    if any(fails(reason) for reason in _skipped(session.config)):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Write one line for all tests that were skipped for the same reason."""
    for reason, count in sorted(_skipped(config).items()):
        failed = fails(reason)
        terminalreporter.write_line(f"{count} {'missing' if failed else 'skipped'}: {reason}", red=failed, yellow=not failed)


def _skipped(config: pytest.Config) -> Counter[str]:
    """Return the reasons of this run; none in the workers, who do not report."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    return reasons(reporter.stats.get("skipped", [])) if reporter is not None else Counter()
