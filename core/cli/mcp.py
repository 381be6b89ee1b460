"""The command that serves agents."""

from __future__ import annotations

import click

from core.cli.command import Command, option, say
from core.cli.options import HOST_HELP, served_index_option


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
