"""Make sure that `core` and `pages` are Orienteer's own, whatever else has these names.

Both names are common, and Orienteer is started inside the checkouts that it reads. Python finds the first `core` of
`sys.path`: with `python -m orienteer`, in a notebook or with `PYTHONPATH=.` that is the one of the folder you stand in, and a
server of pages adds folders of its own. So nothing is left to that order: the package is loaded from the place where
Orienteer itself was found, under the name that its modules import each other by. Its submodules follow, because Python
looks for them in the package that is loaded and no longer in `sys.path`.

That was chosen over moving everything into `orienteer.core`: people know the folders of the checkout by their names, `core`
stays importable for notebooks and type checkers, and nothing exists twice. What it cannot mend is a process in which
something else has taken the name already; that is told in one sentence and never mixed.
"""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path


def own(name: str, folder: Path) -> None:
    """Load the package of this name from the folder; nothing happens when it is loaded from there already.

    A folder without `__init__.py` is a package too. Raises `ImportError` when the process has another package of the name.
    """
    loaded = sys.modules.get(name)
    if loaded is not None:
        places = [Path(place).resolve() for place in getattr(loaded, "__path__", ())]
        if folder.resolve() not in places:
            raise ImportError(_taken(name, getattr(loaded, "__file__", None) or str(next(iter(places), "somewhere else"))))
        return
    spec = _spec(name, folder)
    module = module_from_spec(spec)
    sys.modules[name] = module
    if spec.loader is None:
        return
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]  # as Python does: half a package must not be found by the next one who asks
        raise


def _spec(name: str, folder: Path) -> ModuleSpec:
    inside = folder / "__init__.py"
    found = spec_from_file_location(name, inside, submodule_search_locations=[str(folder)]) if inside.is_file() else None
    if found is not None:
        return found
    plain = ModuleSpec(name, None, is_package=True)
    plain.submodule_search_locations = [str(folder)]
    return plain


def _taken(name: str, place: str) -> str:
    return (
        f"The package '{name}' of this process is not Orienteer's but {place}. "
        "Import orienteer before anything else that has this name, or run Orienteer in a process of its own."
    )
