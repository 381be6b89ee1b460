"""`orienteer ui` and the server that it starts end together."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

import pytest

from tests.command import COMMAND

pytest.importorskip("streamlit", reason="streamlit is not installed: pip install 'orienteer[ui]'")
PATIENCE = 60.0  # seconds for the server to start or to end


def children(process: int) -> list[int]:
    """Return the processes that a process has started."""
    found = Path(f"/proc/{process}/task/{process}/children")
    return [int(one) for one in found.read_text().split()] if found.exists() else []


def answers(port: int) -> bool:
    with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=2) as answer:
        return bool(answer.status == 200)
    return False


def until(reached: object, process: subprocess.Popen[bytes] | None = None) -> bool:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if callable(reached) and reached():
            return True
        if process is not None and process.poll() is not None:
            return False
        time.sleep(0.1)
    return False


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="The processes are looked for by means of Linux.")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP], ids=["term", "ctrl-c", "hang-up"])
def test_the_server_ends_with_the_command(number: signal.Signals, tmp_path: Path) -> None:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port = listening.getsockname()[1]
    process = subprocess.Popen(
        [str(COMMAND), "ui", "--headless", "--port", str(port)], env={**os.environ, "ORIENTEER_HOME": str(tmp_path)},
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    try:
        assert until(lambda: answers(port), process)
        servers = children(process.pid)
        assert servers
        os.kill(process.pid, number)  # to the command alone, as a supervisor does
        assert process.wait(PATIENCE) == 0
        assert until(lambda: not any(Path(f"/proc/{server}").exists() for server in servers))
        assert not answers(port)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
