"""The lists by type."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping

from core.analyse.result import Result
from core.analyse.unused import Unused, listed
from core.errors import SettingsError
from core.inspect.unused.members import helpers, jobs, methods, scopes
from core.inspect.unused.routing import actions, routes
from core.inspect.unused.templates import partials, templates
from core.inspect.unused.translations import translations
from core.open_index import OpenIndex

LISTS: Mapping[str, Callable[[OpenIndex], list[Unused]]] = {
    "method": methods,
    "scope": scopes,
    "helper": helpers,
    "partial": partials,
    "template": templates,
    "route": routes,
    "action": actions,
    "translation": translations,
    "job": jobs,
}
"""What is looked for, by type."""


def unused(index: OpenIndex, type_: str = "") -> Result[Unused]:
    """Return what nothing is known to use: of one type, or of all; raises `SettingsError` for a type that has no list."""
    if type_ and type_ not in LISTS:
        near = difflib.get_close_matches(type_, LISTS, n=1)
        hint = f" Did you mean '{near[0]}'?" if near else ""
        raise SettingsError(f"There is no list of unused things of the type '{type_}'.{hint} Known are: {', '.join(LISTS)}.")
    found = [one for name, of_type in LISTS.items() if type_ in ("", name) for one in of_type(index)]
    return listed(found, type_)
