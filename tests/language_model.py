"""A server on this machine that speaks as an OpenAI-compatible service does, with answers that a test lays down."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class LanguageModel:
    """Gives the laid-down answers one after the other, the last one again and again; `calls` and `keys` are what it got.

    An answer is (status, body, seconds to wait before it). A slow answer ends at once when the server is shut down.
    """

    def __init__(self, answers: Sequence[tuple[int, bytes, float]]) -> None:
        self.answers = list(answers)
        self.calls: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.paths: list[str] = []
        self.refusal: dict[str, str] = {}  # headers of every answer that is no 200
        self.ended = threading.Event()
        self.url = ""


def said(content: object) -> tuple[int, bytes, float]:
    """Return the answer of a service whose model says this: text as it is, anything else as JSON."""
    text = content if isinstance(content, str) else json.dumps(content)
    return 200, json.dumps({"choices": [{"message": {"role": "assistant", "content": text}}]}).encode(), 0.0


def written(*texts: str, end: str = "stop", whole: bool = True) -> tuple[int, bytes, float]:
    """Return the stream of a model that says these pieces; not `whole` breaks off before its end."""
    events: list[dict[str, object]] = [{"delta": {"content": text}, "index": 0, "finish_reason": None} for text in texts]
    events += [{"delta": {}, "index": 0, "finish_reason": end}] if whole else []
    kind = {"id": "x", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    body = "".join(f"data: {json.dumps(kind | {'choices': [event]})}\n\n" for event in events)
    return 200, f"{body}{'data: [DONE]' if whole else ''}\n\n".encode(), 0.0


def requests(*texts: str, **more: Any) -> dict[str, list[Mapping[str, Any]]]:
    """Return what a model should say: one request per text, each with these other properties."""
    return {"requests": [{"text": text, **more} for text in texts]}


@contextmanager
def language_model(*answers: tuple[int, bytes, float]) -> Iterator[LanguageModel]:
    """Serve the answers on a free port for as long as the block lasts."""
    model = LanguageModel(answers)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            model.paths.append(self.path)
            model.keys.append(self.headers.get("Authorization"))
            model.calls.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            status, body, wait = model.answers[min(len(model.calls), len(model.answers)) - 1]
            try:
                self._send(status, body, wait)
            except OSError:
                return  # the one who asked has hung up

        def _send(self, status: int, body: bytes, wait: float) -> None:
            if wait < 0:  # drop by drop
                self.send_response(status)
                self.end_headers()
                for letter in body:
                    self.wfile.write(bytes([letter]))
                    time.sleep(-wait)
                return
            model.ended.wait(wait)
            self.send_response(status)
            for name, value in model.refusal.items() if status != 200 else ():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            """Keep quiet: a test reads `calls`."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    model.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield model
    finally:
        model.ended.set()
        server.shutdown()
        server.server_close()
        thread.join()
