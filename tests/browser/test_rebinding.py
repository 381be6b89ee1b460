"""The pages of `orienteer ui` as the page of another site would ask them, whose name was bound to this machine meanwhile."""

from __future__ import annotations

import socket
from typing import Any

import pytest

from tests.browser.conftest import Server

pytestmark = pytest.mark.browser


def answered(server: Server, host: str, origin: str) -> int:
    """Return the status of a handshake for the socket over which a page gets all that it shows."""
    lines = (
        "GET /_stcore/stream HTTP/1.1", f"Host: {host}", f"Origin: {origin}", "Connection: Upgrade", "Upgrade: websocket",
        "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", "",
    )  # fmt: skip
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as wire:
        wire.sendall("\r\n".join(lines).encode())
        return int(wire.recv(4_096).split(b" ")[1])


def test_the_pages_show_nothing_to_a_page_of_another_origin(server: Any) -> None:
    own = f"127.0.0.1:{server.port}"
    assert answered(server, own, f"http://{own}") == 101
    for origin in (f"http://evil.example:{server.port}", "http://localhost.evil.example", "null"):
        assert answered(server, own, origin) == 403, origin
        assert answered(server, f"evil.example:{server.port}", origin) == 403, origin
