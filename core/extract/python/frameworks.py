"""What classes and functions are to the frameworks they are written for: models, views, tasks, commands."""

from __future__ import annotations

import re
from functools import cache

from core.extract.meaning import Meaning
from core.extract.python.module import PythonModule
from core.extract.python.symbols import PythonSymbols
from core.extract.questions import Asking

# By the full name of a class somewhere above; the names of packages that are not in the repository are those imported.
_CLASS_TYPES = tuple(
    (re.compile(pattern), type_)
    for pattern, type_ in (
        (r"^django\.db\.models\.(?:base\.)?Model$", "model"),
        (r"^django\.contrib\.[\w.]+\.Abstract\w+$", "model"),
        (
            r"^(?:sqlalchemy|flask_sqlalchemy|sqlmodel)\b.*(?:DeclarativeBase\w*|declarative_base\(\)|\bModel|SQLModel)$",
            "model",
        ),
        (r"^(?:peewee\.Model|tortoise\.models\.Model|mongoengine\.\w*Document|odoo\.models\.\w*Model)$", "model"),
        (r"^(?:django\.views\.(?:\w+\.)*\w*View$|rest_framework\.(?:views|viewsets|generics)\.|flask\.views\.)", "view"),
        (r"^(?:starlette\.endpoints\.|tornado\.web\.RequestHandler$)", "view"),
        (r"^(?:rest_framework\.serializers\.|marshmallow\.\w*Schema$)", "serializer"),
        (r"^(?:django\.forms|django\.contrib\.auth\.forms|wtforms|flask_wtf)\.(?:\w+\.)*\w*Form(?:Set)?$", "form"),
        (r"^django\.core\.management\.base\.\w*Command$", "command"),
        (r"^django\.db\.migrations\.(?:migration\.)?Migration$", "migration"),
        (r"^django\.contrib\.admin\.(?:\w+\.)*\w*Admin$", "admin"),
        (r"^django\.utils\.deprecation\.MiddlewareMixin$|^starlette\.middleware\.base\.BaseHTTPMiddleware$", "middleware"),
        (r"^celery\.(?:app\.task\.)?Task$", "task"),
        (r"^graphene\.(?:\w+\.)*(?:ObjectType|InputObjectType|Interface)$", "graphql_type"),
        (r"^graphene\.(?:\w+\.)*Mutation$", "graphql_mutation"),
        (r"^enum\.(?:Int|Str)?(?:Enum|Flag)$", "enum"),
    )
)
_TASK = re.compile(
    r"^(?:celery|huey|dramatiq|rq|procrastinate|taskiq|arq)\b.*(?:task|actor|job)(?:\(\))?$|\bshared_task(?:\(\))?$"
)
_COMMAND = re.compile(r"^(?:click|typer)\b.*(?:command|group|callback)(?:\(\))?$")
ROUTING = frozenset(("route", "get", "post", "put", "patch", "delete", "head", "options", "trace", "websocket", "api_route"))
"""Methods of an application or router that make a function the view of a path."""

_ROUTE_ARGUMENTS = re.compile(r"^[\w.]+\.(\w+)\(\s*(?:path\s*=\s*|rule\s*=\s*)?[rRfFbB]*[\"'](/|[\"'])")


def class_type(meaning: Meaning, symbols: PythonSymbols) -> str:
    """Return the type of a class by what it inherits from, nearest ancestor first; `class` if no framework knows it."""
    found: str | None = symbols.answer(_inherited_type, symbols, meaning)
    return found or "class"


def _inherited_type(symbols: PythonSymbols, own: Meaning) -> Asking:
    for base in symbols.bases(own):
        name = symbols.dotted(base) if base.kind == "class" else base.where
        found = _known_type(name)
        if found is None and base.kind == "class":
            found = yield _inherited_type, symbols, base
        if found is not None:
            return found
    return None


@cache
def _known_type(name: str) -> str | None:
    return next((type_ for pattern, type_ in _CLASS_TYPES if pattern.search(name)), None)


def function_type(module: PythonModule, number: int, symbols: PythonSymbols) -> str:
    """Return the type of a function that a decorator gives it, empty if none does."""
    definition = module.definition(number)
    for decorator in definition.decorators:
        if route_verb(decorator):
            return "view"
        name = _decorator_name(decorator, module, definition.parent, symbols)
        if _TASK.search(name):
            return "task"
        if _COMMAND.search(name):
            return "command"
    return ""


def route_verb(decorator: str) -> str:
    """Return the method of `something.<method>("/…")`, empty if a decorator is no route."""
    found = _ROUTE_ARGUMENTS.match(decorator)
    return found.group(1) if found and found.group(1) in ROUTING else ""


def _decorator_name(decorator: str, module: PythonModule, scope: int, symbols: PythonSymbols) -> str:
    expression = decorator.partition("(")[0]
    found = symbols.evaluate(expression, module.name, scope)
    if found.meaning is not None and found.meaning.kind == "external" and not found.left:
        return found.meaning.where
    return expression if expression.endswith("shared_task") else ""
