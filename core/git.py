"""Ask git about a checkout without letting the checkout's own configuration run anything."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

_SECONDS = 120
# A repository's configuration may name programs that git would start; the code that is analysed must never run.
_INERT = ("-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "core.pager=cat", "-c", "diff.external=")


def git(root: Path, *arguments: str) -> str:
    """Return what a git command prints in the folder, stripped; empty when it fails or git is not installed."""
    environment = {**os.environ, "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
    command = ["git", "-C", str(root), *_INERT, *arguments]
    try:
        done = subprocess.run(command, capture_output=True, timeout=_SECONDS, check=False, env=environment)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.decode("utf-8", "replace").strip() if done.returncode == 0 else ""
