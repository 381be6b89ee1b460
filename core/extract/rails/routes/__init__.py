"""A static router: the routes that Rails would have after boot, read from `routes.rb` without running it.

The reader walks the files in the order in which Ruby would run them. Scopes are immutable values passed to blocks, so nesting,
shallow paths, concerns and local methods need no special cases. Loops over literals are unrolled. A condition that depends on
the running application keeps both branches and is recorded in `Route.condition`.
"""

from __future__ import annotations

from core.extract.rails.routes.draw import Drawing, MapperPlace, draw_file
from core.extract.rails.routes.files import (
    constant_reader,
    devise_reader,
    engine_modules,
    file_finder,
    loaded_ruby,
    method_reader,
    route_files,
)
from core.extract.rails.routes.macros import HANDLERS
from core.extract.rails.routes.route import Route, RouteTable, Unread
from core.extract.rails.routes.scope import RouteScope
from core.extract.rails.routes.units import route_facts, route_relations, route_units
from core.extract.repository import Repository
from core.extract.ruby.evaluate.kinds import Frame
from core.extract.ruby.telling import telling
from core.extract.ruby.words.inflect import Inflections
from core.model import Problem

__all__ = ["Route", "RouteTable", "Unread", "read_routes", "route_facts", "route_relations", "route_units"]


def _actions(repository: Repository, controller: str) -> list[str]:
    """Return the public methods that the file of a controller defines."""
    end = f"app/controllers/{controller}_controller.rb"
    found = (facts for facts in repository.of("ruby") if facts.path == end or facts.path.endswith(f"/{end}"))
    return [
        one.name
        for facts in found
        for one in facts.definitions
        if one.kind == "method" and one.visibility == "public" and not one.metadata.get("singleton")
    ]


def read_routes(repository: Repository, inflections: Inflections) -> RouteTable:
    """Return every route of the application and its engines in the order of Rails, and the lines that were not understood."""
    loaded = loaded_ruby(repository)
    files = route_files(loaded)
    if not files:
        return RouteTable()
    problems: list[Problem] = []
    asked: set[str] = set()
    frame = Frame("", inflections=inflections, constant=constant_reader(loaded, asked))
    drawing = Drawing(
        files=file_finder(loaded),
        tree=lambda path: loaded[path].tree,
        devise_modules=devise_reader(loaded),
        method=method_reader(loaded, frame, asked),
        handlers=HANDLERS,
        actions=lambda controller: _actions(repository, controller),
        engines=engine_modules(loaded, inflections),
    )
    for path in files:
        drawing.methods, drawing.depth = {}, 0
        with telling(problems, path, "what this file draws"):
            draw_file(drawing, MapperPlace(RouteScope(), frame), path)
    routes = tuple(drawing.routes.routes)
    helpers: dict[str, Route] = {}
    for route in routes:
        if route.name:
            helpers.setdefault(route.name, route)
    for name, built in drawing.direct.items():
        if built in helpers:
            helpers.setdefault(name, helpers[built])
    return RouteTable(routes, tuple(drawing.unread), helpers, (*problems, *drawing.cut.values()), frozenset(asked))
