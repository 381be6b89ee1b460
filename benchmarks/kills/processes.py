"""Functions in forks: one whose result is wanted, and one that is killed at a moment."""

from __future__ import annotations

import contextlib
import os
import pickle
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

_LONGEST = 180.0
_LEFT = 10.0  # seconds that processes of a killed run may take to notice


@dataclass(slots=True)
class Moment:
    """When to kill: so many seconds after a phase has begun, after the start when it has no name."""

    phase: str
    seconds: float


@dataclass(slots=True)
class Ended:
    """How a run ended: what it returned, phases with the seconds of their beginnings, and what was seen of it."""

    value: Any = None
    seconds: float = 0.0
    phases: dict[str, float] = field(default_factory=dict)
    killed: bool = False
    fault: str = ""
    left: bool = False  # processes of the run


def apart(work: Callable[..., Any], *given: Any) -> Any:
    """Return what a function returns in a fork; raises `RuntimeError` with the traceback of the fork."""
    ended = run(work, given)
    if ended.fault:
        raise RuntimeError(ended.fault)
    return ended.value


def run(
    work: Callable[..., Any], given: tuple[Any, ...], moment: Moment | None = None, hit: Callable[[], None] | None = None
) -> Ended:
    """Run a function in a fork until it ends; at the moment kill it, or call `hit`. It is also given what hears of phases."""
    reading, writing = os.pipe()
    began = time.perf_counter()
    pid = os.fork()
    if not pid:
        os.close(reading)
        _work(work, given, writing)
    os.close(writing)
    ended = Ended()
    due = began + moment.seconds if moment is not None and not moment.phase else None
    told, end = b"", began + _LONGEST
    while time.perf_counter() < end:
        ready, _, _ = select.select([reading], [], [], max(0.0, (due or end) - time.perf_counter()))
        if not ready and due is not None:
            due = None
            ended.killed = True
            hit() if hit is not None else os.kill(pid, signal.SIGKILL)
            continue
        part = os.read(reading, 1 << 16) if ready else b""
        if not part:
            break
        told += part
        while b"\n" in told and told[:1] == b"p":
            phase, _, told = told.partition(b"\n")
            name = phase[1:].decode()
            ended.phases.setdefault(name, time.perf_counter() - began)
            if moment is not None and moment.phase == name and not ended.killed and due is None:
                due = time.perf_counter() + moment.seconds
    else:
        os.killpg(pid, signal.SIGKILL)
        ended.fault = f"did not end within {_LONGEST:g} s"
    os.close(reading)
    os.waitpid(pid, 0)
    ended.seconds = time.perf_counter() - began
    ended.left = not _gone(pid)
    if told[:1] == b"r":
        ended.value = pickle.loads(told[1:])
        ended.killed = ended.killed and hit is not None
    elif told[:1] == b"f":
        ended.fault = told[1:].decode()
        ended.killed = ended.killed and hit is not None
    elif not ended.killed and not ended.fault:
        ended.fault = "died by itself"
    return ended


def _work(work: Callable[..., Any], given: tuple[Any, ...], pipe: int) -> None:
    """Run in the fork, and end it."""
    os.setsid()
    try:
        seen: set[str] = set()

        def tell(phase: str, done: int, total: int) -> None:
            if phase not in seen:
                seen.add(phase)
                os.write(pipe, f"p{phase}\n".encode())

        answer = b"r" + pickle.dumps(work(*given, tell))
    except Exception as problem:  # noqa: BLE001 - told to the one who waits
        one_line = type(problem).__module__ == "core.errors"
        answer = b"f" + (f"{type(problem).__name__}: {problem}" if one_line else traceback.format_exc()).encode()
    sys.stdout.flush()
    while answer:
        answer = answer[os.write(pipe, answer) :]
    os._exit(0)


def _gone(group: int) -> bool:
    """Tell whether the processes of a group end by themselves soon."""
    end = time.perf_counter() + _LEFT
    while time.perf_counter() < end:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(group, 0)
            time.sleep(0.02)
            continue
        return True
    os.killpg(group, signal.SIGKILL)
    return False
