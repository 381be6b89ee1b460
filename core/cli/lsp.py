"""The command that serves editors."""

from __future__ import annotations

import click

from core.cli.options import index_option


@click.command("lsp")
@index_option
@click.option("--stdio", is_flag=True, help="What editors say by habit; stdin and stdout are always used.")
def lsp(index: str | None, stdio: bool) -> None:
    """Serve an editor the Language Server Protocol: hover, definitions, references, symbols.

    The editor starts it. Each file is looked up in the index of the checkout around it; with -i only that index counts.
    """
    import importlib.util

    from core.errors import MissingExtra
    from core.settings import read_settings

    if importlib.util.find_spec("pygls") is None:
        raise MissingExtra("lsp", "lsp")
    from core.lsp.server import build_server, serve_stdio
    from core.serving.indexes import ServedIndexes

    serve_stdio(build_server(ServedIndexes(read_settings(), index or ""), index or ""))


COMMANDS = (lsp,)
