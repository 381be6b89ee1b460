"""How far back change is counted: in days before the last commit, for a checkout may be older than today."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from core.errors import SettingsError
from core.model import Commit, History

WINDOWS: Mapping[str, int] = {"90 days": 90, "a year": 365, "all": 0}
"""By what a reader calls it: days before the last commit; 0 is without a limit."""
YEAR = 365


def said(days: int) -> str:
    """Return in words what is counted."""
    if not days:
        return "all commits"
    period = "the year" if days == YEAR else f"the {days} days"
    return f"commits in {period} before the last commit"


def checked(days: int) -> int:
    """Return the days when histories are counted for them; raises `SettingsError` otherwise."""
    if days not in WINDOWS.values():
        raise SettingsError(f"No counts for {days} days. Choose 90, 365, or 0 for all.")
    return days


def within(commits: Sequence[Commit], days: int, end: datetime) -> list[Commit]:
    """Return the commits of the last days before the `end`; 0 days are all, also those without a date that can be."""
    if not days:
        return list(commits)
    first = end - timedelta(days=days)
    return [commit for commit in commits if commit.date and first < datetime.fromisoformat(commit.date) <= end]


def commits_of(history: History, days: int) -> int:
    """Return how many commits of a history lie in a window of 90 days, a year, or without a limit."""
    return {90: history.commits_90, YEAR: history.commits_365, 0: history.commits_total}[days]
