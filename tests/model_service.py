"""A service on this machine that answers as services that embed or rerank do: what they document, said by a script."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Any

import numpy as np

Reply = tuple[int, Mapping[str, str], object]
Answer = Callable[[str, dict[str, Any]], Reply]


@dataclass
class ModelService:
    """Where it is, and what it was asked."""

    url: str = ""
    paths: list[str] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)
    bodies: list[dict[str, Any]] = field(default_factory=list)


@contextmanager
def model_service(answer: Answer, *first: Reply) -> Iterator[ModelService]:
    """Run a service that replies what is given `first`, in order, and then what `answer` makes of a path and a body."""
    service, pending, lock = ModelService(), list(first), Lock()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with lock:
                service.paths.append(self.path)
                service.keys.append(self.headers["Authorization"])
                service.bodies.append(body)
                reply = pending.pop(0) if pending else None
            status, headers, said = reply or answer(self.path, body)
            content = said if isinstance(said, bytes) else json.dumps(said).encode()
            self.send_response(status)
            for name, value in {"Content-Type": "application/json", "Content-Length": str(len(content)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    service.url = f"http://127.0.0.1:{server.server_port}/v1"
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()


def row(text: str, dimensions: int) -> list[float]:
    """Return a vector that is of this text alone, not of length 1."""
    seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
    return [float(number) for number in np.random.default_rng(seed).normal(size=dimensions)]


def openai_shape(dimensions: int) -> Answer:
    """Answer as OpenAI's `/v1/embeddings` does, out of order as it may."""

    def answer(path: str, body: dict[str, Any]) -> Reply:
        data = [
            {"object": "embedding", "index": place, "embedding": row(text, body.get("dimensions", dimensions))}
            for place, text in enumerate(body["input"])
        ]
        usage = {"prompt_tokens": 8, "total_tokens": 8}
        return 200, {}, {"object": "list", "data": data[::-1], "model": body["model"], "usage": usage}

    return answer


def ollama_shape(dimensions: int) -> Answer:
    """Answer as Ollama's own `/api/embeddings` does, one text at a time."""

    def answer(path: str, body: dict[str, Any]) -> Reply:
        return 200, {}, {"embedding": row(body["prompt"], dimensions)}

    return answer


def voyage_shape(dimensions: int) -> Answer:
    """Answer as Voyage's `/v1/embeddings` and `/v1/rerank` do."""

    def answer(path: str, body: dict[str, Any]) -> Reply:
        if path.endswith("/rerank"):
            return 200, {}, {"object": "list", "data": scored(body), "model": body["model"], "usage": {"total_tokens": 26}}
        data = [
            {"object": "embedding", "embedding": row(body["input_type"] + text, dimensions), "index": place}
            for place, text in enumerate(body["input"])
        ]
        return 200, {}, {"object": "list", "data": data, "model": body["model"], "usage": {"total_tokens": 10}}

    return answer


def cohere_shape(dimensions: int) -> Answer:
    """Answer as Cohere's `/v2/embed` and `/v2/rerank` do."""

    def answer(path: str, body: dict[str, Any]) -> Reply:
        meta = {"api_version": {"version": "2"}, "billed_units": {"search_units": 1}}
        if path.endswith("/rerank"):
            return 200, {}, {"results": scored(body), "id": "07734bd2", "meta": meta}
        floats = [row(body["input_type"] + text, dimensions) for text in body["texts"]]
        return 200, {}, {"id": "da6e531f", "embeddings": {"float": floats}, "texts": body["texts"], "meta": meta}

    return answer


def scored(body: dict[str, Any]) -> list[dict[str, float]]:
    """Score each document by the words that it shares with the question, best first."""
    words = set(body["query"].split())
    scores = [len(words & set(text.split())) / len(words) for text in body["documents"]]
    return [
        {"index": place, "relevance_score": scores[place]} for place in sorted(range(len(scores)), key=lambda one: -scores[one])
    ]
