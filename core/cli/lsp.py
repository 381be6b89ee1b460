"""The command that serves editors."""

from __future__ import annotations

import click

from core.cli.command import Command, option
from core.cli.options import served_index_option


@click.command(cls=Command)
@served_index_option
@option("--stdio", is_flag=True, help="Accepted because editors pass it; always on.")
def lsp(index: str | None, stdio: bool) -> None:
    """Serve an editor over the Language Server Protocol.

    Hover, definitions, references and symbols. The editor starts it. Each file uses the index of its own checkout; with -i
    all files use that index.
    """
    import importlib.util

    from core.errors import MissingExtra
    from core.settings import read_settings

    if importlib.util.find_spec("pygls") is None:
        raise MissingExtra("lsp", "lsp")
    from core.lsp.server import build_server, serve_stdio
    from core.serving.indexes import ServedIndexes

    serve_stdio(build_server(ServedIndexes(read_settings(), index or ""), index or ""))
