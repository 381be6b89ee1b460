"""Fuzz the HTTP interface with what its own description allows and forbids; tell every answer of 500 and above.

    python -m benchmarks.http_fuzz INDEX [REQUESTS] [SEED]

starts `orienteer serve` on INDEX and lets schemathesis make requests from /openapi.json, seed after seed from SEED (default
1), until REQUESTS (default 20,000) were answered. Most of them are sent to INDEX, half with names that Redmine has: the tool
cannot guess those. Of index jobs one is begun at a time; others are refused, looked at and cancelled. Streams are read to their
end (schemathesis reads 20 events unless it is told otherwise): each has to be events only, the last one `done` or `problem`.
Left out is the file of a generation. Ends with status 1 when an answer was of 500 or above, was not described, or did not come
within 70 seconds. What the tool itself stumbled over is told and does not count. Needs schemathesis.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import MutableMapping, Sequence
from pathlib import Path
from typing import Any
from zlib import crc32

from benchmarks.http_load import free_port

LEFT_OUT = r"/generation$"
_EXAMPLES = 20  # of each address and seed: a seed makes some 3,000 requests in minutes
_CONFIGURATION = "max-stream-events = 100000\n"
_FOUND = ("= FAILURES", "Network Error", "timed out")
_PATIENCE = 70  # seconds: the server gives up after 60
_KEPT, _INDEX = "ORIENTEER_FUZZ_KEPT", "ORIENTEER_FUZZ_INDEX"
_EVENTS = {"stage", "context", "done", "problem", "sentence", "sending", "round"}
_VALUES = {
    "name": ("Issue", "Issue#closable?", "Project", "User", "IssuesController#index", "app/models/issue.rb:20"),
    "start": ("IssuesController", "Project"), "end": ("Issue", "User"), "entry": ("IssuesController#index", "Issue#closable?"),
    "column": ("issues.subject", "users.login"), "what": ("hubs", "cycles", "orphans", "coupling"),
    "statement": ("SELECT type, count(*) AS n FROM units GROUP BY type", "SELECT * FROM relations", "SELECT key FROM units"),
    "question": ("what happens when an issue is closed?", "Issue", "who is told when an issue changes?"),
    "query": ("what happens when an issue is closed?", "Issue"), "words": ("closed", "issue"),
}  # fmt: skip


def main(arguments: Sequence[str]) -> int:
    """Fuzz, print the counts; return 1 if anything was found."""
    index, wanted, seed, *_ = *arguments, *("", "20000", "1")[len(arguments) :]
    port = free_port()
    server = subprocess.Popen([sys.executable, "-m", "orienteer", "serve", "-i", index, "--port", str(port)])
    began, failed, rounds = time.monotonic(), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder) / "answers"
        kept.touch()
        try:
            while len(kept.read_text().splitlines()) < int(wanted) and server.poll() is None:
                failed += _fuzzed(port, int(seed) + rounds, index, kept)
                rounds += 1
        finally:
            server.terminate()
            server.wait(30)
        return _told(kept, time.monotonic() - began) | bool(failed)


def _fuzzed(port: int, seed: int, index: str, kept: Path) -> int:
    configuration = kept.with_name("schemathesis.toml")
    configuration.write_text(_CONFIGURATION, encoding="utf-8")
    command = [
        "schemathesis", "--config-file", str(configuration), "run", f"http://127.0.0.1:{port}/openapi.json",
        "--wait-for-schema", "60", "--seed", str(seed), "--max-examples", str(_EXAMPLES), "--workers", "4",
        "--checks", "not_a_server_error,status_code_conformance",
        "--exclude-path-regex", LEFT_OUT, "--phases", "coverage,fuzzing", "--request-timeout", str(_PATIENCE), "--no-shrink",
        "--continue-on-failure", "--suppress-health-check", "all", "--warnings", "off", "--no-color",
    ]  # fmt: skip
    place = {_KEPT: str(kept), _INDEX: index, "SCHEMATHESIS_HOOKS": "benchmarks.http_fuzz"}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(command, env={**os.environ, **place, "PATH": path}, capture_output=True, text=True, check=False)
    found = any(word in done.stdout for word in _FOUND)
    own = "= ERRORS" in done.stdout or done.returncode not in (0, 1)
    told = "a failure" if found else "an error of the tool's own" if own else "nothing wrong"
    print(f"seed {seed}: {told}, {len(kept.read_text().splitlines()):,} requests until now", flush=True)
    if found or own:
        print((done.stdout + done.stderr)[: 20_000 if found else 1_500], flush=True)
    return int(found)


def _told(kept: Path, seconds: float) -> int:
    rows = [line.split() for line in kept.read_text().splitlines()]
    statuses = Counter(int(status) for status, *_ in rows)
    slowest = sorted(((float(took), address) for _, took, address, _ in rows), reverse=True)[:5]
    print(f"{len(rows):,} requests in {seconds:.0f} s; by status: {dict(sorted(statuses.items()))}")
    print("slowest: " + ", ".join(f"{took:.2f} s {address}" for took, address in slowest))
    streams = [row for row in rows if row[2].endswith("stream") and row[0] == "200"]
    broken = sum(row[3] == "broken" for row in streams)
    jobs = Counter(f"{status} {address}" for status, _, address, _ in rows if "/jobs" in address)
    print(f"{len(streams):,} streams, {broken} of them not whole; jobs: {dict(sorted(jobs.items()))}")
    return int(bool(broken) or any(status >= 500 for status in statuses))


def whole_stream(text: str) -> bool:
    """Tell whether server-sent events are whole: each a known name with JSON, the last one `done` or `problem`."""
    events = [part for part in text.split("\n\n") if part and not part.startswith(":")]
    names = []
    for event in events:
        name, _, data = event.partition("\n")
        if not name.startswith("event: ") or not data.startswith("data: "):
            return False
        try:
            json.loads(data.removeprefix("data: "))
        except ValueError:
            return False
        names.append(name.removeprefix("event: "))
    return bool(names) and names[-1] in ("done", "problem") and set(names) <= _EVENTS


def _filled(values: MutableMapping[str, Any] | None, index: str, chance: int) -> None:
    """Put values that the index has in the place of half of those that were made up."""
    for name in list(values or ()):
        assert values is not None
        if name == "index" and chance % 10:
            values[name] = index
        elif name in _VALUES and chance % 2 and isinstance(values[name], str):
            values[name] = _VALUES[name][chance // 2 % len(_VALUES[name])]


if _KEPT in os.environ:  # read by schemathesis as its hooks
    import schemathesis

    _JOBS: list[str] = []  # ids that the server has told

    @schemathesis.hook
    def before_call(_: Any, case: Any, __: Any) -> None:
        """Name what the index has; no job makes sentence vectors, which take minutes."""
        chance = crc32(repr((case.path_parameters, case.query, case.body)).encode())
        body = case.body if isinstance(case.body, dict) else None
        for values in (case.query, body, case.path_parameters if "/conversations/" not in case.operation.path else None):
            _filled(values, os.environ[_INDEX], chance)
        if body is not None and case.operation.path.endswith("/jobs"):
            body["vectors"] = False
        if _JOBS and chance % 2 and "job" in (case.path_parameters or {}):
            case.path_parameters["job"] = _JOBS[-1]

    @schemathesis.hook
    def after_call(_: Any, case: Any, response: Any) -> None:
        """Keep the status and the seconds of the answer, and whether a stream is whole."""
        if response.status_code == 202:
            _JOBS.append(response.json()["id"])
        streamed = case.operation.path.endswith("stream") and response.status_code == 200
        whole = "broken" if streamed and not whole_stream(response.text) else "whole"
        with Path(os.environ[_KEPT]).open("a", encoding="utf-8") as file:
            file.write(f"{response.status_code} {response.elapsed:.3f} {case.operation.path} {whole}\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
