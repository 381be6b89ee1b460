"""Every module that a verb needs, loaded by one thread before others use them.

Verbs import what they need when they are first asked for. When threads do that at once, Python breaks the circle of locks on
packages that import each other by handing out modules that are not whole yet, and requests fail.
"""

from __future__ import annotations

import pkgutil
from importlib import import_module

from core.runtime.once import Once

_PACKAGES = (
    "analyse", "answer", "assemble", "evaluate", "flow", "inspect", "open_index", "pipeline", "present", "rank", "search",
    "workbench",
)  # fmt: skip
_loaded = Once()


def load_modules() -> None:
    """Load the modules of all verbs, once for a process; whoever comes meanwhile waits.

    What needs a library that is not installed is left to the verb, which says how to get it.
    """
    _loaded.get("modules", _load)


def _load() -> bool:
    for name in _PACKAGES:
        package = import_module(f"core.{name}")
        for module in pkgutil.walk_packages(package.__path__, f"core.{name}."):
            try:
                import_module(module.name)
            except ModuleNotFoundError as problem:
                if (problem.name or "").partition(".")[0] == "core":
                    raise
    return True
