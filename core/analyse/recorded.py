"""A decorator of analyses: it adds name and arguments to the result, and keeps the result for the next who asks the same."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import ParamSpec, TypeVar, cast

from core.analyse.graph_views import GraphViews
from core.analyse.result import Result
from core.model.address import Asked
from core.runtime.collection import uncollected

P = ParamSpec("P")
R = TypeVar("R", bound=Result[object])

_UNITS = frozenset({"unit", "start", "end"})  # arguments that name a unit
_NOT_KEPT = _UNITS | {"topic", "rules", "before", "type", "since"}
"""Arguments with which nothing is kept: one result for each unit would never end, people edit rules, and what is unused of a
type changes with the recordings that are kept (what reading says of it is kept by the open index)."""


def recorded(method: Callable[P, R]) -> Callable[P, R]:
    """Give what a method of an analysis returns its own name and the arguments that it was given, units by key.

    Without an open index behind the analysis the result is left as it is. What looks at the whole is made once for each choice
    of arguments. The method runs without the garbage collector, which would walk the whole index again and again.
    """
    signature = inspect.signature(method)
    lasting = _NOT_KEPT.isdisjoint(signature.parameters)

    @wraps(method)
    def with_record(*args: P.args, **kwargs: P.kwargs) -> R:
        bound = signature.bind(*args, **kwargs)
        given = dict(bound.arguments)
        views: GraphViews = given.pop("self")
        if lasting:
            bound.apply_defaults()
            chosen = sorted((name, repr(value)) for name, value in bound.arguments.items() if name != "self")
            result = views.once((method.__name__, *chosen), lambda: method(*args, **kwargs))
        else:
            with uncollected():
                result = method(*args, **kwargs)
        if views.without:
            result = replace(result, limits=tuple(dict.fromkeys((*result.limits, *views.without))))
        if views.pages is None:
            return result
        plain = {name: value for name, value in given.items() if isinstance(value, str | int | float)}
        arguments = {name: views.key(str(value)) if name in _UNITS else str(value) for name, value in plain.items()}
        return replace(
            result,
            pages=views.pages,
            asked=Asked(method.__name__, arguments),
            repositories=views.members,
            packages=views._package_of(),
        )

    return with_record


def by_member(method: Callable[P, R]) -> Callable[P, R]:
    """Ask what goes by names within one application of each member of a set, where the analysis is of one."""

    @wraps(method)
    def asked(*args: P.args, **kwargs: P.kwargs) -> R:
        views = args[0]
        assert isinstance(views, GraphViews)
        if views.each is None:
            return method(*args, **kwargs)
        return cast(R, views.each(lambda one: method(one, *args[1:], **kwargs)))  # type: ignore[arg-type]

    return asked
