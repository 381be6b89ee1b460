"""Start the pages in the browser."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

from core.errors import MissingExtra, SourceError


def run_app(index: str | None, port: int, headless: bool) -> int:
    """Run the workbench on this machine until it is stopped; returns the exit status of the server.

    Raises `MissingExtra` without Streamlit and `SourceError` when the pages are not beside the package.
    """
    if importlib.util.find_spec("streamlit") is None:
        raise MissingExtra("ui", "ui")
    script = Path(__file__).parents[2] / "app.py"
    if not script.exists():
        raise SourceError(f"The pages are not at {script}. Run 'orienteer ui' from a checkout: pip install -e '.[ui]'")
    environment = {**os.environ, **({"ORIENTEER_INDEX": index} if index else {})}
    command = [sys.executable, "-m", "streamlit", "run", str(script), "--server.port", str(port)]
    command += ["--server.headless", "true"] if headless else []
    return subprocess.run(command, check=False, cwd=script.parent, env=environment).returncode
