"""The command that serves HTTP."""

from __future__ import annotations

import os

import click

from core.cli.command import Command, option, say
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
