"""One route and all routes of a checkout."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from core.extract.ruby.evaluate.kinds import Value
from core.model import Problem


@dataclass(frozen=True, slots=True)
class Route:
    """One verb and path that the application answers, and who answers it.

    `path` is without the optional format, `pattern` with it, as Rails prints it. `controller` is the path of the
    controller (`admin/products`); both it and `action` are empty where another application (`app`), for instance an
    engine, a redirect or a Rack application, answers. `verb` is `ANY` where every verb is answered. `engine` is the
    constant whose route set holds the route, empty for the application. `condition` is Ruby that decides at boot
    whether the route exists, `guards` are blocks that decide it for each request (`authenticate :user`).
    """

    verb: str
    path: str
    pattern: str
    name: str
    controller: str
    action: str
    file_path: str
    line: int
    end_line: int
    certainty: str
    via: str = ""
    app: str = ""
    engine: str = ""
    condition: str = ""
    defaults: Mapping[str, Value] = field(default_factory=dict)
    guards: tuple[str, ...] = ()

    @property
    def identifier(self) -> str:
        """The route as people write it: `GET /issues/:id`."""
        return f"{self.verb} {self.path}"


@dataclass(frozen=True, slots=True)
class Unread:
    """A line of a route file that was not understood: what it says and why it gave no route."""

    file_path: str
    line: int
    source: str
    reason: str


@dataclass(frozen=True, slots=True)
class RouteTable:
    """Every route in the order in which Rails tries them, and what was not understood.

    `helpers` maps the name of a route (`edit_issue`, for `edit_issue_path`) to its first route; `problems` tell where a
    limit ended reading, or a file could not be read; `asked` are the other files in which a method or constant was looked up.
    """

    routes: tuple[Route, ...] = ()
    unread: tuple[Unread, ...] = ()
    helpers: Mapping[str, Route] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    asked: frozenset[str] = frozenset()


def without_format(pattern: str) -> str:
    """Return a path pattern without its optional format."""
    return re.sub(r"\(\.:format\)$", "", pattern) or "/"
