"""What files that describe the environment of a program declare and use: examples of `.env`, Docker, Compose, `app.json`."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator

from core.extract.environment.hidden import is_values_file
from core.extract.environment.reads import shown_default
from core.extract.rails.files.yaml_lines import leaves
from core.model.environment import DECLARES, READS, VARIABLE, EnvironmentLine
from core.text.lines import line_at

_COMPOSE = re.compile(r"(?:^|/)(?:docker-)?compose[\w.-]*\.ya?ml$")
_DOCKER = re.compile(r"(?:^|/)(?:[\w.-]*Dockerfile[\w.-]*|Containerfile)$|\.dockerfile$")
_EXAMPLE_LINE = re.compile(r"^\s*(?:#+\s*)?(?:export\s+)?(?P<name>[A-Z_][A-Z0-9_]*)\s*=", re.MULTILINE)
_OWN_LINE = re.compile(r"^\s*(?:export\s+)?(?P<name>[A-Za-z_]\w*)\s*=", re.MULTILINE)
_INSTRUCTION = re.compile(r"^\s*(?:ENV|ARG)\s+(?P<rest>(?:[^\n\\]|\\\n|\\.)*)", re.MULTILINE)
_PAIR = re.compile(r"(?:^|\s)(?P<name>[A-Za-z_]\w*)(?==)")
_ITEM = re.compile(r"^(?P<name>[A-Za-z_]\w*)(?:=|$)")
_USED = re.compile(r"(?<!\$)\$(?:\{(?P<name>_*[A-Z][A-Z0-9_]*)(?P<rest>:?[-?+=][^}]*)?\}|(?P<plain>_*[A-Z][A-Z0-9_]*(?!\w)))")
_DEFAULT = re.compile(r":?[-=](?P<value>.+)$", re.DOTALL)
_ASSIGNED = re.compile(r"(?:^|[\s;(])(?:export\s+|local\s+|readonly\s+|declare\s+)?(?P<name>[A-Z_][A-Z0-9_]*)=", re.MULTILINE)
_BOUND = re.compile(r"\b(?:for|read(?:\s+-\w+)*)\s+(?P<name>[A-Z_][A-Z0-9_]*)\b")


def is_described(path: str, language: str) -> bool:
    """Tell whether a file describes or uses the environment without code of a language that reads it."""
    name = path.rpartition("/")[2]
    compose = _COMPOSE.search(path) is not None
    return (
        is_values_file(path)
        or compose
        or name == "app.json"
        or language in ("docker", "shell", "procfile")
        or (_DOCKER.search(path) is not None)
    )


def declared_lines(path: str, language: str, text: str) -> list[EnvironmentLine]:
    """Return what such a file declares and uses, by line; names alone."""
    name = path.rpartition("/")[2]
    if is_values_file(path):
        found = _example(name, text)
    elif _COMPOSE.search(path):
        found = _compose(text)
    elif name == "app.json":
        found = _app_json(text)
    elif language == "docker" or _DOCKER.search(path):
        found = _docker(text)
    else:
        found = _used(text, "script", _own(text))
    return sorted(dict.fromkeys(found), key=lambda one: (one.line, one.name, one.role))


def _example(name: str, text: str) -> Iterator[EnvironmentLine]:
    matches = [*_OWN_LINE.finditer(text), *_EXAMPLE_LINE.finditer(text)]
    for first in {match["name"]: match for match in reversed(matches)}.values():
        yield _declared(first["name"], line_at(text, first.start("name")), name)


def _docker(text: str) -> Iterator[EnvironmentLine]:
    for match in _INSTRUCTION.finditer(text):
        pairs = list(_PAIR.finditer(match["rest"]))
        if not pairs and (first := _ITEM.match(match["rest"].split()[0] if match["rest"].split() else "")):
            yield _declared(first["name"], line_at(text, match.start("rest")), "Dockerfile")
        for pair in pairs:
            yield _declared(pair["name"], line_at(text, match.start("rest") + pair.start("name")), "Dockerfile")
    yield from _used(text, "Dockerfile", _own(text))


def _compose(text: str) -> Iterator[EnvironmentLine]:
    """Yield the variables of services, those of services without a `build` as another program's, and what the file fills in."""
    try:
        found = leaves(text)
    except ValueError:
        return
    services = defaultdict[str, set[str]](set)
    for path, _, _ in found:
        if len(path) > 2 and path[0] == "services":
            services[path[1]].add(path[2])
    for path, value, line in found:
        if "environment" not in path[:-1] or len(path) < 2:
            continue
        key = path[path.index("environment") + 1]
        item = _ITEM.match(value) if key.isdigit() else _ITEM.match(key)
        if item is not None:
            other = path[0] == "services" and "build" not in services[path[1]] and "image" in services[path[1]]
            yield _declared(item["name"], line, "docker-compose", other)
    yield from _used(text, "docker-compose", frozenset())


def _app_json(text: str) -> Iterator[EnvironmentLine]:
    try:
        data = json.loads(text)
    except ValueError:
        return
    declared = data.get("env") if isinstance(data, dict) else None
    for name in declared if isinstance(declared, dict) else ():
        place = text.find(f'"{name}"', text.find('"env"'))
        yield _declared(str(name), line_at(text, max(place, 0)), "app.json")


def _own(text: str) -> frozenset[str]:
    """Return the variables that a script sets itself."""
    return frozenset(found["name"] for pattern in (_ASSIGNED, _BOUND) for found in pattern.finditer(text))


def _used(text: str, via: str, own: frozenset[str]) -> Iterator[EnvironmentLine]:
    """Yield the variables that are filled in, `$NAME` or `${NAME:-default}`, without those that the file sets itself."""
    for match in _USED.finditer(text):
        name = match["name"] or match["plain"]
        start = text.rfind("\n", 0, match.start()) + 1
        if name not in own and not text[start : match.start()].lstrip().startswith("#"):
            given = _DEFAULT.match(match["rest"] or "")
            default = shown_default(name, repr(given["value"])) if given is not None else ""
            yield EnvironmentLine(name, VARIABLE, READS, line_at(text, match.start()), via, default)


def _declared(name: str, line: int, via: str, other: bool = False) -> EnvironmentLine:
    return EnvironmentLine(name, VARIABLE, DECLARES, line, via, other=other)
