"""The command that reviews a change."""

from __future__ import annotations

from importlib.metadata import version
from typing import IO, TYPE_CHECKING

import click

from core.cli.options import index_option, opened

if TYPE_CHECKING:
    from core.model.review import Review


@click.command()
@click.argument("commits", required=False, metavar="[BASE..HEAD]")
@click.option(
    "--diff", type=click.File(encoding="utf-8", errors="surrogateescape"),
    help="A unified diff against the checkout; - reads it from stdin.",
)  # fmt: skip
@click.option("--staged", is_flag=True, help="What is staged in git.")
@index_option
@click.option(
    "-b", "--budget", type=click.IntRange(1), help="Tokens of the text: the review, then the changed code, the riskiest first."
)
@click.option(
    "-f", "--format", "format_", type=click.Choice(["text", "markdown", "json", "sarif"]), default="text", show_default=True
)
@click.option("--fail-on", type=click.Choice(["high", "medium"]), help="End with status 1 for a remark of this level or above.")
def review(
    commits: str | None, diff: IO[str] | None, staged: bool, index: str | None, budget: int | None, format_: str,
    fail_on: str | None,
) -> None:  # fmt: skip
    """Review a change: what changed as units and relations, whom it reaches, and what deserves a look, each with its line.

    BASE..HEAD are branches, tags or ids of commits, compared from where HEAD left BASE; HEAD may be left out.
    """
    from core.cli.interrupts import ending_soon
    from core.cli.progress import shown_progress
    from core.errors import SettingsError

    if sum((commits is not None, diff is not None, staged)) != 1:
        raise SettingsError("Give one change to review: BASE..HEAD, --diff FILE or --staged.")
    bench = opened(index)
    text = diff.read() if diff is not None else ""
    if diff is not None and not text.strip():
        raise SettingsError("The diff is empty: nothing changed, so there is nothing to review.")
    with ending_soon(), shown_progress() as progress:
        found = bench.review(commits or "", diff=text, staged=staged, progress=progress)
    click.echo(_written(found, format_, budget))
    levels = {"high": ("high",), "medium": ("high", "medium"), None: ()}[fail_on]
    if failing := sum(one.level in levels for one in found.remarks):
        click.echo(f"orienteer: {failing} remarks of level {fail_on} or above.", err=True)
    raise SystemExit(1 if failing else 0)


def _written(found: Review, format_: str, budget: int | None) -> str:
    from core.present.export.review import review_json, review_markdown, review_text
    from core.present.export.review_context import with_code
    from core.present.export.review_sarif import review_sarif

    if format_ == "sarif":
        return review_sarif(found, version("orienteer"))
    if format_ == "json":
        return review_json(found)
    text = review_markdown(found) if format_ == "markdown" else review_text(found)
    return with_code(found, text, budget, markdown=format_ == "markdown") if budget else text


COMMANDS = (review,)
