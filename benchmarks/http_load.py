"""Many clients ask a server at once while its index is built again: times, and whether anything is lost.

    python -m benchmarks.http_load INDEX UNIT [CLIENTS] [SECONDS]

starts `orienteer serve` on INDEX and lets CLIENTS (default 50) walk through its addresses about UNIT, one request after the
other, for SECONDS (default 300). After a third of the time an index job reads the checkout again in full. Every answer has to
have status 200 and an ETag of the generation before or of the one after, and none of the former may come to a client that has
been told the latter. Ends with status 1 otherwise. The memory of the server is told, where the system has `/proc`. Needs httpx.
"""

from __future__ import annotations

import asyncio
import os
import socket
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import httpx

_QUESTION = "what happens when {unit} is saved?"
_PATIENCE = 70.0  # seconds: the server gives up after 60


@dataclass(slots=True)
class Account:
    """What was answered: seconds by address, how many by ETag, and what went wrong."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    tags: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    made: int = 0


def walk(unit: str) -> list[tuple[str, str, dict[str, object]]]:
    """Return method, address and parameters or body of each request of a round."""
    return [
        ("POST", "/ask", {"question": _QUESTION.format(unit=unit), "budget": 2_000}),
        ("GET", "/unit", {"name": unit}), ("GET", "/dependencies", {"name": unit}), ("GET", "/dependents", {"name": unit}),
        ("GET", "/search", {"words": unit}), ("GET", "/analyses/hubs", {"limit": 20}), ("GET", "/overview", {}),
        ("POST", "/sql", {"statement": "SELECT type, count(*) AS n FROM units GROUP BY type"}),
        ("POST", "/impact", {"name": unit}), ("POST", "/answer", {"question": _QUESTION.format(unit=unit), "model": False}),
    ]  # fmt: skip


async def _client(http: httpx.AsyncClient, number: int, rounds: Sequence[tuple[str, str, dict[str, object]]], ends: float,
                  account: Account) -> None:  # fmt: skip
    newest, at = 0, number
    while time.monotonic() < ends:
        method, address, given = rounds[at % len(rounds)]
        at += 1
        account.made += 1
        began = time.monotonic()
        try:
            answer = await http.request(method, address, **{"json" if method == "POST" else "params": given})  # type: ignore[arg-type]
        except httpx.HTTPError as problem:
            account.wrong.append(f"{method} {address}: {type(problem).__name__} {problem}")
            continue
        account.seconds.setdefault(address, []).append(time.monotonic() - began)
        if answer.status_code != 200:
            account.wrong.append(f"{method} {address}: {answer.status_code} {answer.text[:200]}")
        elif tag := answer.headers.get("etag", ""):
            account.tags[tag] += 1
            generation = _generation(tag)
            if generation < newest:
                account.wrong.append(f"{method} {address}: generation {generation} after {newest}")
            newest = max(newest, generation)


def _generation(tag: str) -> int:
    return int(tag.strip('"').split("-")[0])


async def _rebuilt(http: httpx.AsyncClient, after: float) -> str:
    await asyncio.sleep(after)
    job = (await http.post("/jobs", json={"full": True})).json()
    while job["state"] == "running":
        await asyncio.sleep(1.0)
        job = (await http.get(f"{http.base_url.copy_with(path='/api/v1/jobs')}/{job['id']}")).json()
    return f"{job['state']} after {job['seconds']} s"


async def loaded(address: str, unit: str, clients: int, seconds: float) -> Account:
    """Return what happened; prints how the rebuild ended."""
    account = Account()
    limits = httpx.Limits(max_connections=clients + 2)
    async with httpx.AsyncClient(base_url=address, timeout=_PATIENCE, limits=limits) as http:
        ends = time.monotonic() + seconds
        job = asyncio.ensure_future(_rebuilt(http, seconds / 3))
        await asyncio.gather(*(_client(http, number, walk(unit), ends, account) for number in range(clients)))
        print(f"rebuild: {await job}")
    return account


def main(given: Sequence[str]) -> int:
    """Print the figures; return 1 if anything was lost or wrong."""
    index, unit = given[0], given[1]
    clients, seconds = int(given[2]) if len(given) > 2 else 50, float(given[3]) if len(given) > 3 else 300.0
    port = free_port()
    server = subprocess.Popen([sys.executable, "-m", "orienteer", "serve", "-i", index, "--port", str(port)])
    try:
        _wait(port)
        before = memory(server.pid)
        account = asyncio.run(loaded(f"http://127.0.0.1:{port}/api/v1/indexes/{index}", unit, clients, seconds))
        print(f"memory of the server: {before} before, {memory(server.pid)} after")
    finally:
        server.terminate()
        server.wait(30)
    return _told(account, clients, seconds)


def memory(pid: int) -> str:
    """Return what a process holds and has held at most, in words."""
    status = Path(f"/proc/{pid}/status")
    if not status.is_file():
        return "unknown"
    found = dict(line.split(":", 1) for line in status.read_text(encoding="utf-8").splitlines())
    held, most = (int(found[name].split()[0]) // 1024 for name in ("VmRSS", "VmHWM"))
    return f"{held} MB ({most} at most)"


def free_port() -> int:
    """Return a port that nobody listens on now."""
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])


def _wait(port: int) -> None:
    for _ in range(300):
        try:
            httpx.get(f"http://127.0.0.1:{port}/health")
        except httpx.TransportError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError("The server does not answer after 30 seconds.")


def _told(account: Account, clients: int, seconds: float) -> int:
    every = [took for one in account.seconds.values() for took in one]
    print(
        f"{clients} clients, {seconds:.0f} s, {account.made:,} requests, {len(every):,} answers; load {os.getloadavg()[0]:.1f}"
    )
    for address, took in sorted(account.seconds.items()):
        print(f"  {address}: {_shares(took)}")
    print(f"  all: {_shares(every)}, largest {max(every):.2f} s; by ETag {dict(account.tags)}")
    print(
        "\n".join(f"{count} × {what}" for what, count in Counter(account.wrong).most_common(20)) or "nothing was lost or wrong"
    )
    return int(bool(account.wrong) or len(account.tags) < 2)


def _shares(took: Sequence[float]) -> str:
    parts = statistics.quantiles(took, n=100) if len(took) > 1 else [*took] * 99
    return f"{len(took)} answers, p50 {parts[49]:.2f} s, p95 {parts[94]:.2f} s"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
