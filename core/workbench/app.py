"""Start the pages in the browser."""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import FrameType

from core.errors import MissingExtra, SourceError
from core.settings import house, index_home, read_settings
from core.workbench.running import noted

_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_PATIENCE = 5.0  # seconds for the server to end by itself


def run_app(index: str | None, port: int, headless: bool) -> int:
    """Run the workbench on this machine until it is stopped; returns the exit status of the server.

    The server stands in the folder that the command was called in, so that it finds the same indexes and settings, or beside
    `app.py` if that folder is gone; its theme comes from the `.streamlit` there. `-P` keeps the folder off Python's path, where
    a checkout's own modules would be found first. Raises `MissingExtra` without Streamlit and `SourceError` when the pages
    are missing.
    """
    script = pages_script()
    environment = {**os.environ, **({"ORIENTEER_INDEX": index} if index else {})}
    command = [sys.executable, "-P", "-m", "streamlit", "run", str(script), "--server.port", str(port)]
    command += ["--server.headless", "true"] if headless else []
    with noted(index_home(read_settings()), f"http://127.0.0.1:{port}"):
        return _run(command, environment, None if _is_here() else script.parent)


def has_pages() -> bool:
    """Tell whether the library of the pages is installed."""
    return importlib.util.find_spec("streamlit") is not None


def pages_script() -> Path:
    """Return the script of the pages; raises `MissingExtra` without Streamlit and `SourceError` when it is missing."""
    if not has_pages():
        raise MissingExtra("ui", "ui")
    script = house() / "app.py"
    if not script.is_file():
        raise SourceError(
            f"The installation is incomplete: '{script}' is missing. Run: pip install --force-reinstall 'orienteer[ui]'"
        )
    return script


def _run(command: Sequence[str], environment: Mapping[str, str], folder: Path | None) -> int:
    """Run the server until it ends, or until this process is told to end, and the server with it."""
    server = subprocess.Popen(command, env=environment, cwd=folder, stdout=subprocess.DEVNULL)  # the address is printed already
    asked = threading.Event()

    def end(_signal: int, _frame: FrameType | None) -> None:
        if not asked.is_set():
            asked.set()
            server.terminate()
            killing = threading.Timer(_PATIENCE, server.kill)
            killing.daemon = True
            killing.start()

    for number in _ENDING:
        if signal.getsignal(number) != signal.SIG_IGN:  # `nohup` ignores SIGHUP
            signal.signal(number, end)
    status = server.wait()
    return 0 if asked.is_set() else status


def _is_here() -> bool:
    """Tell whether the working folder still exists."""
    try:
        return Path.cwd().exists()
    except FileNotFoundError:
        return False
