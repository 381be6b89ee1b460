"""Orienteer under a name that nothing else has: what `core` gives, with a `core` that is sure to be its own (`packages`)."""

from pathlib import Path
from typing import TYPE_CHECKING

from orienteer.packages import own

own("core", Path(__file__).resolve().parents[1] / "core")

import core  # noqa: E402 - only now is it sure which `core` that is
from core import __all__  # noqa: E402, F401

if TYPE_CHECKING:
    from core import *  # noqa: F403
    from orienteer.magics import Shell
else:

    def __getattr__(name: str) -> object:
        return getattr(core, name)


def load_ipython_extension(shell: "Shell") -> None:
    """Give a notebook `%ask` and `%%sql`: `%load_ext orienteer`."""
    from orienteer.magics import register

    register(shell)
