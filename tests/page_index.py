"""Makes the index of the sample that the tests of the pages look at."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from core.pipeline.indexing import index_checkout
from core.settings import read_settings

ROOT = Path(__file__).parents[1]
SAMPLE = ROOT / "data" / "sample"


def sample_index(home: Path, name: str = "sample") -> Path:
    """Index a copy of the sample below `home`, where git is installed in a repository with one commit; return the copy."""
    checkout = home / "checkouts" / name
    shutil.copytree(SAMPLE, checkout)
    git = ["git", "-c", "user.name=Ada", "-c", "user.email=ada@example.com", "-C", str(checkout)]
    if shutil.which("git"):
        for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "Open the shop"]):
            subprocess.run([*git, *command], check=True)
    index_checkout(checkout, read_settings({"home": str(home)}), name=name, vectors=False)
    return checkout
