"""The command that serves agents."""

from __future__ import annotations

import click

from core.cli.options import index_option


@click.command("mcp")
@index_option
@click.option("--all", "every", is_flag=True, help="Serve all tools, not only the five that most work needs.")
@click.option("--feedback", is_flag=True, help="Also the tools that keep what an agent says of answers beside the index.")
@click.option("--http", "over_http", is_flag=True, help="Serve streamable HTTP at /mcp in place of stdin and stdout.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Any other needs a token in $ORIENTEER_TOKEN.")
@click.option("--port", type=click.IntRange(1, 65535), default=8765, show_default=True)
def mcp(index: str | None, every: bool, feedback: bool, over_http: bool, host: str, port: int) -> None:
    """Serve agents the Model Context Protocol: questions, units, relations with their lines.

    For instance: claude mcp add orienteer -- orienteer mcp -i shop
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

    click.echo(f"orienteer: serving the Model Context Protocol at http://{host}:{port}/mcp", err=True)
    serve_http(server, host, port)


COMMANDS = (mcp,)
