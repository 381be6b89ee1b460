"""Compare a text with the file that holds it, or rewrite the file."""

import os
from pathlib import Path

_FOLDER = Path(__file__).parent / "golden"


def check_golden(name: str, text: str) -> None:
    """Assert that the golden file holds exactly this text; with UPDATE_GOLDEN=1 write it instead, to be read in the diff."""
    path = _FOLDER / name
    if os.environ.get("UPDATE_GOLDEN") == "1":
        path.write_text(text, "utf-8")
    assert path.exists(), f"{path} is missing: run once with UPDATE_GOLDEN=1 and read what it writes"
    assert path.read_text("utf-8") == text
