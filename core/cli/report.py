"""The command that writes chosen views as one document."""

from __future__ import annotations

from pathlib import Path

import click

from core.cli.command import Command, option, say
from core.cli.options import config_option, index_option, opened


@click.command(cls=Command)
@click.argument("file", required=False, type=click.Path(path_type=Path, dir_okay=False))
@index_option
@option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="File to write.")
@option("--view", "views", multiple=True, metavar="ADDRESS", help="View to include, such as '/hubs?view=cycles'; repeatable.")
@option("--title", default="", help="Title of the document.")
@config_option
def report(
    file: Path | None, index: str | None, output: Path | None, views: tuple[str, ...], title: str, config: str | None
) -> None:
    """Write an architecture report, as HTML or Markdown.

    FILE ends with .html or .md. Without --view it has the views of an architecture review, with pictures and links.
    """
    from core.present.report.markdown import document_markdown
    from core.present.report.page import document_html
    from core.text.counts import counted_as

    file = output or file
    if file is None:
        raise click.UsageError("No file to write. Name one: orienteer report -o report.html")
    bench = opened(index, config=config)
    found = bench.report(views, title=title)
    written = document_html if file.suffix.lower() in (".html", ".htm") else document_markdown
    text = written(found, bench.pages.address)
    file.write_text(text, encoding="utf-8")
    rows = sum(len(table.rows) for part in found.parts for table in part.tables)
    say(f"Wrote {file}: {counted_as(len(found.parts), 'view')}, {counted_as(rows, 'row')}, {len(text.encode()):,} bytes.")
