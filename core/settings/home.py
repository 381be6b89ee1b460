"""Where indexes and caches live on this machine."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from core.settings.values import Settings


def index_home(settings: Settings) -> Path:
    """Return the folder that holds one folder per index; it need not exist yet.

    That is `settings.home` (also set by `$ORIENTEER_HOME`), else `data/indexes` of the checkout that this package is
    installed from in editable mode, else `orienteer/indexes` in the user's data folder.
    """
    if settings.home:
        return Path(settings.home).expanduser().absolute()
    checkout = _checkout()
    if checkout is not None:
        return checkout / "data" / "indexes"
    return _user_folder("XDG_DATA_HOME", ".local/share") / "indexes"


def cache_home() -> Path:
    """Return a folder for files that can be made again: the user's cache, else one below the temporary folder."""
    wanted = _user_folder("XDG_CACHE_HOME", ".cache")
    existing = next(folder for folder in (wanted, *wanted.parents) if folder.exists())
    if os.access(existing, os.W_OK):
        return wanted
    return Path(tempfile.gettempdir()) / f"orienteer-{os.getuid()}"


def house() -> Path:
    """Return the folder that holds `app.py`, `pages` and `data`: the checkout, or what a wheel carries below `orienteer`."""
    around = Path(__file__).resolve().parents[2]
    carried = around / "orienteer"
    return carried if (carried / "pages").is_dir() else around


SAMPLE = "harbour"
"""The name of the bundled application and of the index that is made of it."""


_SAMPLES = (Path("data", "checkouts", SAMPLE), Path("data", "sample"))  # with a made-up history by `make demo`, without one


def is_sample(folder: Path) -> bool:
    """Tell whether a folder is the sample, of this installation or of another one."""
    return any(folder.match(str(place)) for place in _SAMPLES)


def sample_root() -> Path:
    """Return the folder of the sample, with a history where there is one."""
    with_history, plain = (house() / place for place in _SAMPLES)
    return with_history if with_history.is_dir() else plain


def _checkout() -> Path | None:
    """Return the folder of the `pyproject.toml` beside the package; None when it was installed as a copy."""
    folder = house()
    return folder if (folder / "pyproject.toml").is_file() else None


def _user_folder(variable: str, default: str) -> Path:
    named = os.environ.get(variable, "")
    base = Path(named) if named.startswith("/") else Path.home() / default
    return base / "orienteer"
