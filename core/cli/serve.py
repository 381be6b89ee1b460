"""The command that serves HTTP."""

from __future__ import annotations

import os

import click

from core.cli.options import index_option


def _usual_port() -> int:
    given = os.environ.get("PORT", "")
    return int(given) if given.isdigit() and 0 < int(given) < 65_536 else 3_000


@click.command()
@index_option
@click.option("--host", default="127.0.0.1", show_default=True, help="Any other needs a token in $ORIENTEER_TOKEN.")
@click.option("--port", type=click.IntRange(1, 65535), default=_usual_port, show_default="$PORT, else 3000")
def serve(index: str | None, host: str, port: int) -> None:
    """Serve every verb over HTTP: /api/v1, /api/chat; the description is at /openapi.json."""
    import importlib.util

    from core.errors import MissingExtra
    from core.settings import read_settings

    if importlib.util.find_spec("fastapi") is None:
        raise MissingExtra("serve", "serve")
    from core.api.application import serve as serve_http
    from core.serving.indexes import ServedIndexes

    click.echo(f"orienteer: serving http://{host}:{port} (description: /openapi.json)", err=True)
    indexes = ServedIndexes(read_settings(), index or "")
    indexes.warm()
    serve_http(indexes, host, port)


COMMANDS = (serve,)
