"""The command that writes chosen views as one document."""

from __future__ import annotations

from pathlib import Path

import click

from core.cli.options import config_option, index_option, opened


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@index_option
@click.option(
    "--view", "views", multiple=True, metavar="ADDRESS",
    help="A view by its address, '/hubs?view=cycles'; repeatable, in this order. Default: the usual ones of a review.",
)  # fmt: skip
@click.option("--title", default="", help="The first line of the document.")
@config_option
def report(file: Path, index: str | None, views: tuple[str, ...], title: str, config: str | None) -> None:
    """Write views with their pictures, all of their lines and links into FILE, as HTML (.html) or Markdown."""
    from core.present.report.markdown import document_markdown
    from core.present.report.page import document_html

    bench = opened(index, config=config)
    found = bench.report(views, title=title)
    written = document_html if file.suffix.lower() in (".html", ".htm") else document_markdown
    text = written(found, bench.pages.address)
    file.write_text(text, encoding="utf-8")
    rows = sum(len(table.rows) for part in found.parts for table in part.tables)
    click.echo(f"{file}: {len(found.parts)} views, {rows:,} rows, {len(text.encode()):,} bytes.")


COMMANDS = (report,)
