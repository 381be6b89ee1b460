"""The command that reviews a change."""

from __future__ import annotations

from importlib.metadata import version
from typing import IO, TYPE_CHECKING

import click

from core.cli.command import Command, option, say, show
from core.cli.options import format_option, index_option, opened

if TYPE_CHECKING:
    from core.model.review import Review


@click.command(cls=Command)
@click.argument("commits", required=False, metavar="[BASE..HEAD]")
@option(
    "--diff", type=click.File(encoding="utf-8", errors="surrogateescape"), metavar="FILE",
    help="Review this unified diff (- for stdin).",
)  # fmt: skip
@option("--staged", is_flag=True, help="Review what is staged in git.")
@index_option
@option("-b", "--budget", type=click.IntRange(1), metavar="TOKENS", help="Token budget: append changed code, riskiest first.")
@option("--fail-on", type=click.Choice(["high", "medium"]), help="Exit with 1 for findings of this level or above.")
@format_option("markdown", "sarif")
def review(
    commits: str | None, diff: IO[str] | None, staged: bool, index: str | None, budget: int | None, format_: str,
    fail_on: str | None,
) -> int:  # fmt: skip
    """Review a change: impact, risks, what to look at.

    BASE..HEAD are branches, tags or commits, compared from where HEAD left BASE. HEAD may be left out. Lists the changed
    units and relations, what they reach, and findings with their lines.
    """
    from core.cli.interrupts import ending_soon
    from core.cli.progress import shown_progress
    from core.errors import SettingsError
    from core.text.counts import counted_as

    if sum((commits is not None, diff is not None, staged)) != 1:
        raise SettingsError("No single change to review. Give one of BASE..HEAD, --diff FILE, --staged.")
    bench = opened(index)
    text = diff.read() if diff is not None else ""
    if diff is not None and not text.strip():
        raise SettingsError("Nothing to review: the diff is empty.")
    with ending_soon(), shown_progress() as progress:
        found = bench.review(commits or "", diff=text, staged=staged, progress=progress)
    show(_written(found, format_, budget))
    levels = {"high": ("high",), "medium": ("high", "medium"), None: ()}[fail_on]
    if failing := sum(one.level in levels for one in found.remarks):
        say(f"{counted_as(failing, 'finding')} of level {fail_on} or above.")
    return 1 if failing else 0


def _written(found: Review, format_: str, budget: int | None) -> str:
    from core.present.export.review import review_json, review_markdown, review_text, with_code
    from core.present.export.sarif import review_sarif

    if format_ == "sarif":
        return review_sarif(found, version("orienteer"))
    if format_ == "json":
        return review_json(found)
    text = review_markdown(found) if format_ == "markdown" else review_text(found)
    return with_code(found, text, budget, markdown=format_ == "markdown") if budget else text
