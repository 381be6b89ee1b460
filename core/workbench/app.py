"""Start the pages in the browser."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

from core.errors import MissingExtra, SourceError
from core.settings import house, index_home, read_settings
from core.workbench.running import noted


def run_app(index: str | None, port: int, headless: bool) -> int:
    """Run the workbench on this machine until it is stopped; returns the exit status of the server.

    The server stands in the folder that the command was called in, so that it finds the same indexes and settings, or beside
    `app.py` if that folder is gone; its theme comes from the `.streamlit` there. `-P` keeps the folder off Python's path, where
    a checkout's own modules would be found first. Raises `MissingExtra` without Streamlit and `SourceError` when the pages
    are missing.
    """
    if importlib.util.find_spec("streamlit") is None:
        raise MissingExtra("ui", "ui")
    script = house() / "app.py"
    if not script.is_file():
        raise SourceError(f"The pages are not at {script}: this installation is not whole. Run: pip install 'orienteer[ui]'")
    environment = {**os.environ, **({"ORIENTEER_INDEX": index} if index else {})}
    command = [sys.executable, "-P", "-m", "streamlit", "run", str(script), "--server.port", str(port)]
    command += ["--server.headless", "true"] if headless else []
    with noted(index_home(read_settings()), f"http://127.0.0.1:{port}"):
        return subprocess.run(command, check=False, env=environment, cwd=None if _is_here() else script.parent).returncode


def _is_here() -> bool:
    """Tell whether the working folder still exists."""
    try:
        return Path.cwd().exists()
    except FileNotFoundError:
        return False
