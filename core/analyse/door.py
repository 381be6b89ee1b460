"""Say on which page of the workbench the result of an analysis is found."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from core.analyse.graph_views import GraphViews
from core.analyse.result import Result
from core.collection import uncollected

P = ParamSpec("P")
R = TypeVar("R", bound=Result[Any])

_UNITS = {"unit": "unit", "start": "unit", "end": "to"}  # arguments that name a unit, and what the page calls them


def on_page(page: str, *carried: str, **fixed: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Give what a method of an analysis returns its address: a page with fixed parameters and carried arguments.

    Arguments of the method that the page has too are carried over; units are given by key. Without an open index behind the
    analysis the result has no address. The method runs without the garbage collector, which would walk the whole index again
    and again.
    """

    def decorated(method: Callable[P, R]) -> Callable[P, R]:
        signature = inspect.signature(method)

        @wraps(method)
        def with_page(*args: P.args, **kwargs: P.kwargs) -> R:
            with uncollected():
                result = method(*args, **kwargs)
            bound = signature.bind(*args, **kwargs).arguments
            views: GraphViews = bound["self"]
            if views.pages is None:
                return result
            given = {**fixed, **dict(_carried(views, name, bound[name]) for name in carried if name in bound)}
            return replace(result, pages=views.pages, page=views.pages.link(page, **given))

        return with_page

    return decorated


def _carried(views: GraphViews, name: str, value: Any) -> tuple[str, str]:
    return (_UNITS[name], views.key(value)) if name in _UNITS else (name, str(value))
