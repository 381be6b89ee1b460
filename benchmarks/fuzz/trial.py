"""Read and link small repositories in a process of their own, with limits of time and memory.

As a program it answers requests on its standard input: one line of JSON each, `{path: base64}`.
"""

from __future__ import annotations

import base64
import json
import os
import re
import resource
import selectors
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple, Self

from core.extract.guard import in_words
from core.extract.run import extract
from core.settings import ExtractSettings

SECONDS = 10
_PATIENCE = 5  # times as long: reading has limits of its own; what outlives them is stopped from outside
MEGABYTES = 1024
_NOW = datetime(2026, 1, 1, tzinfo=UTC)
_MOST_MEGABYTES = 6 * MEGABYTES
IS_FAULT = re.compile(r"reader stopped:|the \w+ reader:|left out:|not all of them:|none of the last")
"""How a problem is told that is no fault of the file, but one of ours."""

Files = Mapping[str, bytes]


class Fault(NamedTuple):
    """What is wrong: a name by which the same fault is known again, the file that it was told of, and the details."""

    name: str
    path: str
    details: str


class Trials:
    """The process that reads repositories; it is started again when it has died or was stopped."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None
        self.count = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self.stop()

    def stop(self) -> None:
        """End the process."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)  # also those that read files for it
            self._process.wait()
            self._process = None

    def faults(self, files: Files) -> list[Fault]:
        """Return what is wrong with reading and linking these files, nothing when all is well."""
        self.count += 1
        process = self._running()
        assert process.stdin is not None
        request = json.dumps({path: base64.b64encode(data).decode() for path, data in files.items()})
        with suppress(BrokenPipeError):  # it died before: the answer that does not come says so
            process.stdin.write(request.encode() + b"\n")
            process.stdin.flush()
        return self._answer(process)

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            command = [sys.executable, "-m", "benchmarks.fuzz.trial", str(self._seconds)]
            root = Path(__file__).parents[2]
            self._process = subprocess.Popen(
                command,
                cwd=root,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
            assert self._process.stdout is not None
            self._process.stdout.readline()  # it has imported what it needs
        return self._process

    def _answer(self, process: subprocess.Popen[bytes]) -> list[Fault]:
        assert process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            ready = selector.select(_PATIENCE * self._seconds)
        line = process.stdout.readline() if ready else b""
        if line:
            answer: dict[str, Any] = json.loads(line)
            if answer["megabytes"] > MEGABYTES:
                self.stop()
            return [Fault(*fault) for fault in answer["faults"]]
        self.stop()
        why = "the process died" if ready else f"took more than {_PATIENCE * self._seconds:g} s"
        return [Fault(why, "", f"{why}, exit status {process.returncode}")]


def _serve(seconds: float) -> None:
    limits = ExtractSettings(file_seconds=seconds, step_seconds=2 * seconds)
    resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEGABYTES * 2**20,) * 2)  # the machine must survive
    answers = sys.stdout
    sys.stdout = sys.stderr
    print("ready", file=answers, flush=True)
    for line in sys.stdin:
        with tempfile.TemporaryDirectory() as folder:
            for path, data in json.loads(line).items():
                place = Path(folder) / path
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(base64.b64decode(data))
            faults = list(_faults(Path(folder), limits))
        print(json.dumps({"faults": faults, "megabytes": _megabytes()}), file=answers, flush=True)


def _faults(root: Path, limits: ExtractSettings) -> Iterator[Fault]:
    before, start = _megabytes(), time.perf_counter()
    try:
        found = extract(root, limits, now=_NOW)
    except Exception as fault:  # noqa: BLE001 - whatever it is, it is what we look for
        yield Fault(in_words(fault), "", traceback.format_exc())
    else:
        yield from (
            Fault(_name(one.reason), one.file_path, one.reason) for one in found.problems if IS_FAULT.search(one.reason)
        )
    after = _megabytes()
    if after > MEGABYTES and after > before:
        yield Fault(
            f"more than {MEGABYTES} MB", "", f"{before} MB before, {after} MB after {time.perf_counter() - start:.1f} s"
        )


def _name(reason: str) -> str:
    """Return a reason without what it quotes and counts: the kind of fault and the line of code that it comes from."""
    kind = re.sub(r"(\w+(?:Error|Exception|Iteration)): .*(?= \()", r"\1", reason)
    return re.sub(r"from \S+ on|last [\d,]+ files", "", kind)[:120]


def _megabytes() -> int:
    """Return the most memory that this process or one that read files for it has ever had.

    Its own is read from its status: `ru_maxrss` survives `exec`, and would be that of whoever started it (getrusage(2)).
    """
    own = next(line for line in Path("/proc/self/status").read_text("utf-8").splitlines() if line.startswith("VmHWM"))
    return max(int(own.split()[1]), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss) // 1024


if __name__ == "__main__":
    _serve(float(sys.argv[1]))
