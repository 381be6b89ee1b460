"""Commands that run until they are stopped: HTTP, MCP, an editor's language server, and the process of an index job."""

from __future__ import annotations

import os
from pathlib import Path

import click

from core.cli.command import Command, option, say, show
from core.cli.options import HOST_HELP, served_index_option


def _usual_port() -> int:
    given = os.environ.get("PORT", "")
    return int(given) if given.isdigit() and 0 < int(given) < 65_536 else 3_000


@click.command(cls=Command)
@served_index_option
@option("--host", default="127.0.0.1", metavar="HOST", help=HOST_HELP)
@option("--port", type=click.IntRange(1, 65535), default=_usual_port, metavar="PORT", help="Port (default: $PORT, or 3000).")
def serve(index: str | None, host: str, port: int) -> None:
    """Serve indexes over HTTP: /api/v1 and /api/chat.

    The description is at /openapi.json. Any host but localhost requires a token in $ORIENTEER_TOKEN.
    """
    import importlib.util

    from core.errors import MissingExtra
    from core.settings import read_settings

    if importlib.util.find_spec("fastapi") is None:
        raise MissingExtra("serve", "serve")
    from core.api.application import serve as serve_http
    from core.serving.indexes import ServedIndexes

    say(f"Serving http://{host}:{port} (description: /openapi.json)")
    indexes = ServedIndexes(read_settings(), index or "")
    indexes.warm()
    serve_http(indexes, host, port)


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


@click.command(cls=Command)
@served_index_option
@option("--all-tools", "every", is_flag=True, old=("--all",), help="Serve all tools, not only the usual five.")
@option("--feedback", is_flag=True, help="Serve the tools by which an agent rates answers.")
@option("--http", "over_http", is_flag=True, help="Serve HTTP at /mcp instead of stdin and stdout.")
@option("--host", default="127.0.0.1", metavar="HOST", help=HOST_HELP)
@option("--port", type=click.IntRange(1, 65535), default=8765, show_default=True, metavar="PORT", help="Port for --http.")
def mcp(index: str | None, every: bool, feedback: bool, over_http: bool, host: str, port: int) -> None:
    """Serve agents over the Model Context Protocol.

    For example: claude mcp add orienteer -- orienteer mcp -i harbour
    """
    import importlib.util

    from core.errors import MissingExtra
    from core.settings import read_settings

    if importlib.util.find_spec("mcp") is None:
        raise MissingExtra("mcp", "mcp")
    from core.mcp.server import build_server, serve_stdio
    from core.mcp.toolset import chosen
    from core.serving.indexes import ServedIndexes

    indexes = ServedIndexes(read_settings(), index or "")
    server = build_server(indexes, chosen(every, feedback))
    indexes.warm()
    if not over_http:
        serve_stdio(server)
        return
    from core.mcp.http import serve_http

    say(f"Serving the Model Context Protocol at http://{host}:{port}/mcp")
    serve_http(server, host, port)


@click.command("job", cls=Command, hidden=True)
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def job(folder: Path) -> int:
    """Run the index job in FOLDER, for pages and HTTP."""
    from core.cli.interrupts import ending_soon
    from core.serving.jobs.job import DONE
    from core.serving.jobs.work import do
    from core.settings import read_settings

    with ending_soon():
        ended = do(folder, read_settings())
    show(ended.says)
    return 0 if ended.state == DONE else 2
