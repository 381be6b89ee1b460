"""The addresses that pass a verb of the workbench on: `ROUTES`, with the parameters that the method has."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from core.analyse.check import Check
from core.api.verbs import Depth, Kinds, Limit, Serving, UnitName, router
from core.model import Manifest
from core.model.wire import plain
from core.workbench import Workbench
from core.workbench.routes import ROUTES, VerbRoute


def passed_on(serving: Serving) -> APIRouter:
    """Return the addresses of `ROUTES`."""
    addresses = router()
    for verb, route in ROUTES.items():
        endpoint, path = _endpoint(serving, verb, route), f"/{{index}}/{route.path}"
        addresses.add_api_route(path, endpoint, summary=route.summary, name=route.path.split("/")[-1].strip("{}"))
    return addresses


def _endpoint(serving: Serving, verb: str, route: VerbRoute) -> Callable[..., Awaitable[Response]]:
    answered = serving.answered if route.lasting else serving.answered_now
    tell = _TELLS.get(verb, plain)

    async def endpoint(request: Request, index: str, **given: object) -> Response:
        def ask(bench: Workbench) -> object:
            found = getattr(bench, verb)
            return found(**given) if callable(found) else found

        return await answered(request, index, ask, tell)

    method = getattr(Workbench, verb)
    own = () if isinstance(method, property) else _parameters(route, inspect.signature(method))
    always = (_parameter("request", Request), _parameter("index", str))
    endpoint.__signature__ = inspect.Signature([*always, *own])  # type: ignore[attr-defined]
    return endpoint


def _parameters(route: VerbRoute, signature: inspect.Signature) -> Iterator[inspect.Parameter]:
    for name, parameter in signature.parameters.items():
        if "{" in route.path and name == "name":
            yield _parameter(name, Annotated[str, Path(alias=route.path.split("{")[1].strip("}"))])
        elif name in _SPELLED:
            yield _parameter(name, _SPELLED[name], parameter.default)


def _parameter(name: str, kind: object, default: object = inspect.Parameter.empty) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=kind, default=default)


def _told_check(found: Check) -> object:
    return {
        "sentence": found.sentence, "declared": [asdict(one) for one in found.declared], "breaches": found.to_rows(),
        "gone": list(found.gone), "notes": list(found.notes),
    }  # fmt: skip


def _told_generations(found: Mapping[int, Manifest]) -> object:
    return {"generations": [plain(one) for one in found.values()]}


_SPELLED: Mapping[str, object] = {"name": UnitName, "depth": Depth, "kinds": Kinds, "limit": Limit, "tests": bool}
"""Limits of a parameter over HTTP. A parameter without a row is not offered."""
_TELLS: Mapping[str, Callable[..., object]] = {"check": _told_check, "generations": _told_generations}
"""What makes JSON of an answer, where not all of its fields are told."""
