"""The routes of Phoenix: `get "/x", PageController, :show` in scopes, resources, LiveViews."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import tree_sitter

from core.extract.described.reading import part
from core.extract.described.routes import joined
from core.extract.parse import Parsed

_VERBS = {verb: verb.upper() for verb in ("get", "post", "put", "patch", "delete", "options", "head")}
_ACTIONS = {
    "index": ("GET", ""),
    "new": ("GET", "/new"),
    "create": ("POST", ""),
    "show": ("GET", "/:id"),
    "edit": ("GET", "/:id/edit"),
    "update": ("PUT", "/:id"),
    "delete": ("DELETE", "/:id"),
}


class PhoenixRoutes:
    """The routes of one file, as rows; scopes are those around what is read."""

    def __init__(self, parsed: Parsed) -> None:
        self.rows: list[list[object]] = []
        self._parsed = parsed
        self._scopes: list[tuple[str, str]] = []

    def opened(
        self, node: tree_sitter.Node, word: str, module: str, number: int, imports: Sequence[Sequence[str | int]]
    ) -> Callable[[], None]:
        """Look at a call before what is inside of it; the function that is returned is to be called after that."""
        arguments = part(node, "@arguments")
        given = list(arguments.named_children) if arguments is not None else []
        if not any(
            (alias == "use" and "Router" in str(name)) or (alias == "use" and str(name).endswith("Web"))
            for alias, name, _ in imports
        ):
            return _nothing
        if word == "scope":
            self._scopes.append(self._scope(given))
            return self._closed
        if word == "live_session":
            return _nothing
        path = self._text(given[0]) if given else None
        if path is None or len(given) < 2 or given[1].type != "alias":
            return _nothing
        lines = [node.start_point[0] + 1, self._parsed.last_line(node)]
        controller = self._aliased(self._parsed.code(given[1]))
        action = self._parsed.code(given[2]).lstrip(":") if len(given) > 2 and given[2].type == "atom" else ""
        if word in _VERBS and action:
            self.rows.append([_VERBS[word], self._path(path), *lines, number, "member", controller, f"{action}/2"])
        elif word == "live":
            self.rows.append(["GET", self._path(path), *lines, number, "type", controller])
        elif word == "resources":
            self._resources(given, path, controller, lines, number)
            if part(node, "@do_block") is not None:
                one = path.strip("/").rpartition("/")[2]
                self._scopes.append((f"{path}/:{one.removesuffix('s')}_id", ""))
                return self._closed
        return _nothing

    def _closed(self) -> None:
        self._scopes.pop()

    def _resources(
        self, given: Sequence[tree_sitter.Node], path: str, controller: str, lines: Sequence[int], number: int
    ) -> None:
        only, but = self._option(given, "only"), self._option(given, "except")
        single = "true" in (self._option(given, "singleton") or ())
        for action, (verb, rest) in _ACTIONS.items():
            if (only is not None and action not in only) or action in (but or ()) or (single and action == "index"):
                continue
            whole = self._path(path + (rest.replace("/:id", "") if single else rest))
            self.rows.append([verb, whole, *lines, number, "member", controller, f"{action}/2"])

    def _option(self, given: Sequence[tree_sitter.Node], name: str) -> list[str] | None:
        """Return the value of an option and what is inside of it, None where it is not given."""
        pairs = [pair for keywords in given if keywords.type == "keywords" for pair in keywords.named_children]
        for pair in pairs:
            key, value = part(pair, "key"), part(pair, "value")
            if key is not None and value is not None and self._parsed.code(key).strip() == f"{name}:":
                return [self._parsed.code(one).lstrip(":") for one in (value, *value.named_children)]
        return None

    def _scope(self, given: Sequence[tree_sitter.Node]) -> tuple[str, str]:
        """Return the path and the alias of a scope."""
        path = next((text for one in given if (text := self._text(one)) is not None), "")
        alias = next((self._parsed.code(one) for one in given if one.type == "alias"), "")
        named = self._option(given, "path"), self._option(given, "alias")
        path = named[0][0].strip('"') if named[0] and not path else path
        return path, alias or (named[1][0] if named[1] and named[1][0][:1].isupper() else "")

    def _path(self, path: str) -> str:
        return joined("/".join(one.strip("/") for one, _ in self._scopes if one.strip("/")), path)

    def _aliased(self, name: str) -> str:
        """Return a module with the aliases of the scopes around it, which Phoenix puts before it."""
        return ".".join([*(alias for _, alias in self._scopes if alias), name])

    def _text(self, node: tree_sitter.Node) -> str | None:
        return self._parsed.code(node)[1:-1] if node.type == "string" else None


def _nothing() -> None:
    """Nothing was opened."""
