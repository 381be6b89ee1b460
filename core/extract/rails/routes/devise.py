"""The routes that `devise_for` draws, after `devise/rails/routes.rb` (Devise 4)."""

from __future__ import annotations

from dataclasses import dataclass

from core.extract.rails.routes.draw import Drawing, MapperPlace
from core.extract.rails.routes.mapping import Origin, map_route
from core.extract.rails.routes.scope import RouteScope, names
from core.extract.ruby.evaluate.evaluator import arguments
from core.extract.ruby.evaluate.kinds import Options
from core.extract.ruby.syntax.nodes import Call

_PATHS = {
    "registration": "", "new": "new", "edit": "edit", "sign_in": "sign_in", "sign_out": "sign_out", "password": "password",
    "sign_up": "sign_up", "confirmation": "confirmation", "unlock": "unlock", "cancel": "cancel",
}  # fmt: skip
_ASSUMED = ("database_authenticatable", "recoverable", "registerable")
"""What most models use; taken when the model is not in the checkout."""

# module of the model → controller, then rows of verb, path name (or literal), action, prefix of the helper
_ROUTES: dict[str, tuple[str, str, tuple[tuple[str, str, str, str], ...]]] = {
    "database_authenticatable": ("sessions", "session", (
        ("GET", "sign_in", "new", "new"), ("POST", "sign_in", "create", ""), ("DELETE", "sign_out", "destroy", "destroy"),
    )),
    "recoverable": ("passwords", "password", (
        ("GET", "password/new", "new", "new"), ("GET", "password/edit", "edit", "edit"), ("PATCH", "password", "update", ""),
        ("PUT", "password", "update", ""), ("POST", "password", "create", ""),
    )),
    "registerable": ("registrations", "registration", (
        ("GET", "registration/cancel", "cancel", "cancel"), ("GET", "registration/sign_up", "new", "new"),
        ("GET", "registration/edit", "edit", "edit"), ("PATCH", "registration", "update", ""),
        ("PUT", "registration", "update", ""), ("DELETE", "registration", "destroy", ""),
        ("POST", "registration", "create", ""),
    )),
    "confirmable": ("confirmations", "confirmation", (
        ("GET", "confirmation/new", "new", "new"), ("GET", "confirmation", "show", ""), ("POST", "confirmation", "create", ""),
    )),
    "lockable": ("unlocks", "unlock", (
        ("GET", "unlock/new", "new", "new"), ("GET", "unlock", "show", ""), ("POST", "unlock", "create", ""),
    )),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Mapping:
    """What `devise_for` makes of its name and options."""

    singular: str
    path: str
    module: str
    controllers: dict[str, str]
    paths: dict[str, str]

    def controller(self, name: str) -> str:
        return self.controllers.get(name, f"{self.module}/{name}")


def draw_devise(drawing: Drawing, place: MapperPlace, call: Call) -> None:
    """Draw the routes of `devise_for :users` for the modules that the model names."""
    positional, options = arguments(call, place.frame)
    for name in names(positional):
        mapping = _mapping(place, name, options)
        class_name = str(options.get("class_name") or place.frame.inflections.classify(name))
        modules = drawing.devise_modules(class_name)
        for module in _wanted(modules or _ASSUMED, options):
            certainty = "expanded" if modules is not None else "inferred"
            _draw_module(drawing, place, Origin(call, place.frame, "gem:devise", place.engine, certainty), mapping, module)
        if modules and "omniauthable" in modules and "omniauth_callbacks" not in names(options.get("skip") or ()):
            _draw_omniauth(drawing, place, call, mapping)


def _mapping(place: MapperPlace, name: str, options: Options) -> _Mapping:
    inflections, scope = place.frame.inflections, place.scope
    prefix = str(options.get("as") or scope.name or "")
    given = options.get("path")
    scoped_path = f"{prefix}/{name}" if prefix else name
    path_names = options.get("path_names")
    controllers = options.get("controllers")
    module = options.get("module") or scope.module or "devise"
    return _Mapping(
        singular=str(options.get("singular") or inflections.singularize(scoped_path.replace("/", "_"))),
        path=f"{scope.path}/{name if given is None else given}",
        module=str(module),
        controllers={str(key): str(value) for key, value in controllers.items()} if isinstance(controllers, dict) else {},
        paths=_PATHS | ({str(key): str(value) for key, value in path_names.items()} if isinstance(path_names, dict) else {}),
    )


def _wanted(modules: tuple[str, ...], options: Options) -> list[str]:
    skipped = {word.rstrip("s") for word in names(options.get("skip") or ())}
    only = {word.rstrip("s") for word in names(options.get("only") or ())}
    if "all" in skipped:
        return []
    return [
        module
        for module, (_, word, _rows) in _ROUTES.items()
        if (module in modules or (word == "session" and any(name.endswith("_authenticatable") for name in modules)))
        and word not in skipped
        and (not only or word in only)
    ]


def _draw_module(drawing: Drawing, place: MapperPlace, origin: Origin, mapping: _Mapping, module: str) -> None:
    controller, word, rows = _ROUTES[module]
    scope = RouteScope(defaults=place.scope.defaults, format=place.scope.format)
    named: set[str] = set()
    for verb, path, action, prefix in rows:
        helper = "_".join(part for part in (prefix, mapping.singular, word) if part)
        options: Options = {
            "to": f"/{mapping.controller(controller)}#{action}",
            "via": [verb],
            "as": helper if helper not in named else None,
        }
        named.add(helper)
        # Devise's views call helpers without the scope: `new_session_path(resource_name)`.
        drawing.direct.setdefault("_".join(part for part in (prefix, word) if part), helper)
        map_route(drawing.routes, scope, origin, f"{mapping.path}/{_path(mapping, path)}", options)


def _path(mapping: _Mapping, path: str) -> str:
    return "/".join(mapping.paths.get(step, step) for step in path.split("/"))


def _draw_omniauth(drawing: Drawing, place: MapperPlace, call: Call, mapping: _Mapping) -> None:
    """Draw the callback of any provider: which ones there are is configured at run time."""
    origin = Origin(call, place.frame, "gem:devise", place.engine, "inferred")
    controller = mapping.controller("omniauth_callbacks")
    for path, action, via in ((":provider", "passthru", ["POST"]), (":provider/callback", ":provider", ["GET", "POST"])):
        options: Options = {"to": f"/{controller}#{action}", "via": via, "as": None}
        map_route(drawing.routes, RouteScope(), origin, f"{mapping.path}/auth/{path}", options)
