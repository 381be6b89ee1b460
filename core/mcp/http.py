"""The protocol over streamable HTTP: on this machine without a token, on any other address only with one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.serving.guard import RequestGuard, bound_socket, checked_token

if TYPE_CHECKING:
    from mcp.server.lowlevel.server import Server
    from starlette.types import ASGIApp


def http_application(server: Server[object], host: str, token: str) -> ASGIApp:
    """Return the application that answers at `/mcp`, to who may ask."""
    return RequestGuard(server.streamable_http_app(host=host, stateless_http=True, json_response=True), host, token)


def serve_http(server: Server[object], host: str, port: int) -> None:
    """Serve until Ctrl-C; raises `StoreError` when the port is taken, `SettingsError` where a token is missing."""
    import uvicorn

    application = http_application(server, host, checked_token(host))
    listening = bound_socket(host, port)
    uvicorn.Server(uvicorn.Config(application, log_level="warning", access_log=False)).run(sockets=[listening])
