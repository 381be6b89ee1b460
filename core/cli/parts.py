"""The command that lists the parts of the domain."""

from __future__ import annotations

from pathlib import Path

import click

from core.cli.command import Command, option, say, show
from core.cli.options import format_option, index_option, opened


@click.command(cls=Command)
@index_option
@option("--save", is_flag=True, help="Write the parts to orienteer.toml, to edit them.")
@format_option()
def parts(index: str | None, save: bool, format_: str) -> int:
    """List the parts of the domain: models, code, tables, tests.

    Parts are found from names, associations and shared users. Those in `[parts]` of `orienteer.toml` are used as declared.
    Limit a question to one with `part:NAME`.
    """
    from core.present.export import text

    bench = opened(index)
    found = bench.parts()
    show(text.as_json(found) if format_ == "json" else text.result(found))
    if save:
        from core.workbench.declaring import declare_parts

        say(f"Wrote {declare_parts(Path(bench.manifest.root), bench.analyse.division)}.")
    return 0
