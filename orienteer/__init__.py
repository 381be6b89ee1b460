"""Orienteer under a name that nothing else has: what `core` gives, with a `core` that is sure to be its own (`packages`)."""

from pathlib import Path

from orienteer.packages import own

own("core", Path(__file__).resolve().parents[1] / "core")

from core import *  # noqa: E402, F403 - only now is it sure which `core` that is
from core import __all__  # noqa: E402, F401
