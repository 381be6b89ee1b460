"""Small route files and what the static router makes of them."""

from core.extract.rails.files.inflections import read_inflections
from core.extract.rails.routes import RouteTable, read_routes
from core.extract.repository import Repository
from tests.linking import repository_of


def written(**texts: str) -> Repository:
    return repository_of({path.replace("__", "/") + ".rb": text for path, text in texts.items()})


def routes_of(repository: Repository) -> RouteTable:
    return read_routes(repository, read_inflections(repository))


def drawn(body: str, **others: str) -> list[str]:
    table = routes_of(written(config__routes=f"Rails.application.routes.draw do\n{body}\nend\n", **others))
    return [f"{route.identifier} {route.controller}#{route.action} {route.name}".strip() for route in table.routes]
