"""The lists by type."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping

from core.analyse.result import Result
from core.analyse.unused import Unused, listed
from core.errors import SettingsError
from core.inspect.unused.members import Uncalled, helpers, jobs, methods, scopes
from core.inspect.unused.routing import actions, routes
from core.inspect.unused.templates import partials, templates
from core.inspect.unused.translations import translations
from core.inspect.verdict import judged
from core.open_index import OpenIndex

_BY_NAME: Mapping[str, Callable[[OpenIndex], Uncalled]] = {
    "method": methods,
    "scope": scopes,
    "helper": helpers,
    "partial": partials,
    "template": templates,
    "action": actions,
    "job": jobs,
}
"""What may be written by its name: the texts are searched once for all of them."""

_OTHERS: Mapping[str, Callable[[OpenIndex], list[Unused]]] = {"route": routes, "translation": translations}

LISTS = ("method", "scope", "helper", "partial", "template", "route", "action", "translation", "job")
"""What is looked for, by type."""


def unused(index: OpenIndex, type_: str = "") -> Result[Unused]:
    """Return what nothing is known to use: of one type, or of all; raises `SettingsError` for a type that has no list."""
    if type_ and type_ not in LISTS:
        near = difflib.get_close_matches(type_, LISTS, n=1)
        hint = f" Did you mean '{near[0]}'?" if near else ""
        raise SettingsError(f"There is no list of unused things of the type '{type_}'.{hint} Known are: {', '.join(LISTS)}.")
    asked = {name: _BY_NAME[name](index) for name in LISTS if name in _BY_NAME and type_ in ("", name)}
    judgements = judged(index, list({head.key: head for one in asked.values() for head in one.heads}.values()))
    found: list[Unused] = []
    for name in LISTS:
        if name in asked:
            found += asked[name].rows(judgements)
        elif type_ in ("", name):
            found += _OTHERS[name](index)
    return listed(found, type_)
