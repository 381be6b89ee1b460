"""Reference tables, each read from the code that it describes. `FRAGMENTS` names the function for each file."""

from __future__ import annotations

import inspect
import io
import re
import tokenize
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import click

from _gen import update
from _gen.markdown import code, inline, section, table


def command_line() -> str:
    """Describe every command with its arguments and options, under the headings of the help."""
    from core.cli import SECTIONS, cli

    root = click.Context(cli, info_name="orienteer")
    parts = []
    for heading, commands in SECTIONS.items():
        parts.append(section(2, heading))
        for command in commands:
            parts += _command(command, click.Context(command, info_name=command.name, parent=root), 3)
    return "\n\n".join(parts)


def _command(command: click.Command, context: click.Context, level: int) -> Iterator[str]:
    usage = f"```text\n{' '.join(command.get_usage(context).removeprefix('Usage: ').split())}\n```"
    title = context.command_path.removeprefix("orienteer ")
    inner = command.commands.items() if isinstance(command, click.Group) else ()
    if title == "analyze":  # a page of its own
        names = ", ".join(code(name) for name, _ in inner)
        yield section(level, title, _help(command), usage, f"One of {names}: see [Analyses](analyses.md).")
        return
    yield section(level, title, _help(command), usage, _options(command, context))
    for name, one in inner:
        if not one.hidden:
            yield from _command(one, click.Context(one, info_name=name, parent=context), level + 1)


def _help(command: click.Command) -> str:
    paragraphs = inspect.cleandoc(command.help or "").replace("\f", "").split("\n\n")
    kept = (part.removeprefix("\b\n") for part in paragraphs)
    return "\n\n".join(
        f"```text\n{text}\n```" if part.startswith("\b") else inline(text) for part, text in zip(paragraphs, kept, strict=True)
    )


def _options(command: click.Command, context: click.Context) -> str:
    rows = []
    for parameter in command.params:
        if isinstance(parameter, click.Option) and not parameter.hidden and (record := parameter.get_help_record(context)):
            names, says = record
            rows.append((code(names.replace("|", " | ")), inline(says)))
    return table(("option", "meaning"), rows) if rows else ""


def settings() -> str:
    """Describe every setting with its type, default and the comment beside it in the code."""
    from core.settings import values

    top = values.Settings()
    own = [field.name for field in fields(top) if not is_dataclass(getattr(top, field.name))]
    parts = [section(2, "Top level", _settings_table("", top, own))]
    for field in fields(top):
        group = getattr(top, field.name)
        if is_dataclass(group):
            names = [one.name for one in fields(group)]
            note = inline(inspect.getdoc(type(group)) or "")
            parts.append(section(2, field.name, note, _settings_table(f"{field.name}.", group, names)))
    return "\n\n".join(parts)


def _settings_table(prefix: str, group: Any, names: list[str]) -> str:
    notes = field_comments(type(group))
    types = {field.name: str(field.type) for field in fields(group)}
    rows = [
        (
            code(prefix + name),
            code(types[name].split("[")[0]),
            code(_default(getattr(group, name))),
            inline(notes.get(name, "")),
        )
        for name in names
    ]
    return table(("setting", "type", "default", "meaning"), rows)


def _default(value: object) -> str:
    if value in ("", (), {}):
        return ""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} = {one}" for key, one in value.items())
    return (
        ", ".join(map(str, value))
        if isinstance(value, tuple)
        else str(value).lower()
        if isinstance(value, bool)
        else str(value)
    )


def field_comments(kind: type) -> dict[str, str]:
    """Return the comment beside each field of a class, by field name."""
    source = inspect.cleandoc(inspect.getsource(kind))
    comments: dict[str, str] = {}
    name = ""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.NAME and (found := re.match(r"(\w+):", token.line.strip())):
            name = found[1]
        if token.type == tokenize.COMMENT and name and not token.string.startswith("# noqa"):
            comments[name] = f"{comments.get(name, '')} {token.string.lstrip('# ')}".strip()
    return comments


def presets() -> str:
    """Describe every preset and the settings it stands for."""
    from core.settings.presets import PRESETS

    rows = [
        (
            ", ".join(map(code, (name, *preset.aliases))),
            inline(preset.note),
            ", ".join(code(f"{k}={v}") for k, v in preset.values.items()),
        )
        for name, preset in PRESETS.items()
    ]
    return table(("preset", "what it uses", "settings"), rows)


def http() -> str:
    """Describe every address of the HTTP server, from its OpenAPI document."""
    from core.api.application import build_application
    from core.serving.indexes import ServedIndexes
    from core.settings import Settings

    document = build_application(ServedIndexes(settings=Settings())).openapi()
    parts = []
    for path, operations in document["paths"].items():
        for verb, operation in operations.items():
            title = f"{verb.upper()} {path}"
            parts.append(
                section(
                    2,
                    code(title),
                    inline(operation.get("description") or operation.get("summary", "")),
                    _parameters(operation, document["components"]["schemas"]),
                )
            )
    return "\n\n".join(parts)


def _parameters(operation: Mapping[str, Any], schemas: Mapping[str, Any]) -> str:
    rows = []
    for parameter in operation.get("parameters", ()):
        kind = _kind(parameter["schema"])
        required = "required" if parameter.get("required") else str(parameter["schema"].get("default", ""))
        rows.append(
            (code(parameter["name"]), parameter["in"], kind, inline(required), inline(parameter.get("description", "")))
        )
    for kind, body in operation.get("requestBody", {}).get("content", {}).items():
        shape = body["schema"]
        if reference := shape.get("$ref"):
            shape = schemas[reference.rpartition("/")[2]]
        for name, value in shape.get("properties", {}).items():
            given = "required" if name in shape.get("required", ()) else str(value.get("default", ""))
            rows.append((code(name), kind.partition("/")[2], _kind(value), inline(given), inline(value.get("description", ""))))
    head = ("parameter", "in", "type", "default", "meaning")
    width = 5 if any(row[4] for row in rows) else 4
    return table(head[:width], [row[:width] for row in rows]) if rows else ""


def _kind(schema: Mapping[str, Any]) -> str:
    kinds = [one.get("type", "object") for one in schema.get("anyOf", [schema])]
    return " or ".join(dict.fromkeys(kind for kind in kinds if kind != "null"))


def mcp() -> str:
    """Describe every tool that agents may call."""
    from core.mcp.toolset import FEEDBACK_TOOLS, TOOLS

    kinds = {True: "served by default", False: "served with `--all`"}
    served = [(tool, kinds[tool.core]) for tool in TOOLS] + [(tool, "served with `--feedback`") for tool in FEEDBACK_TOOLS]
    return "\n\n".join(section(2, code(tool.name), inline(tool.says), f"*{when}*", _arguments(tool)) for tool, when in served)


def _arguments(tool: Any) -> str:
    rows = []
    for argument in tool.arguments:
        default = "required" if argument.required else code(_default(argument.default))
        rows.append((code(argument.name), argument.kind, default, inline(argument.says)))
    return table(("argument", "type", "default", "meaning"), rows)


def analyses() -> str:
    """Describe every analysis with its options and the parameters in Python."""
    from core.analyse.analysis import Analysis
    from core.cli.analyze import analyze
    from core.model.analyses import COMMANDS

    rows = []
    for name, row in COMMANDS.items():
        own = [one for one in analyze.commands[name].params if one.name in ("kinds", "level", "type_", "types")]
        options = ", ".join(code(one.opts[-1]) for one in own)
        parameters = list(inspect.signature(getattr(Analysis, name.replace("-", "_"))).parameters.values())[1:]
        rows.append(
            (code(name), inline(row.summary), options, ", ".join(code(f"{one.name}={one.default!r}") for one in parameters))
        )
    return table(("analysis", "what it lists", "options", "parameters in Python"), rows)


def review_rules() -> str:
    """Describe every rule of a review."""
    from core.model.review import RULES

    rows = [(code(name), ", ".join(rule.levels), inline(rule.meaning)) for name, rule in RULES.items()]
    return table(("rule", "level", "meaning"), rows)


def unit_types() -> str:
    """Describe every type of unit that has a rule of its own."""
    from core.vocabulary import GROUPS, UNIT_TYPES, group_of

    rows = []
    for name, row in sorted(UNIT_TYPES.items(), key=lambda item: (GROUPS.index(group_of(item[0])), item[0])):
        flags = [flag for flag in ("by_path", "container", "prose", "framework", "runs", "declares") if getattr(row, flag)]
        found = row.entry or row.convention
        rows.append((code(name), group_of(name), ", ".join(flags).replace("_", " "), inline(found)))
    return table(("type", "group", "properties", "how it is reached without a reference"), rows)


def relation_kinds() -> str:
    """Describe every kind of relation."""
    from core.vocabulary import RELATION_KINDS

    groups = ("made of it", "stores or names it in data", "runs it", "names it", "shows it", "tests it")
    properties = ("association", "hyperlink", "mention", "base", "mixin", "leads", "data")
    rows = []
    for name, row in RELATION_KINDS.items():
        flags = [flag for flag in properties if getattr(row, flag)]
        rows.append((code(name), groups[row.group], ", ".join(flags), inline(row.started)))
    return table(("kind", "meaning: the source is or …", "properties", "started from outside"), rows)


def catalog() -> str:
    """Describe every table of the catalog."""
    from core.model.tables import TABLES

    return "\n\n".join(
        section(
            2,
            code(name),
            inline(one.note) + ".",
            table(("column", "type"), [(code(column), kind) for column, kind in one.columns]),
        )
        for name, one in TABLES.items()
    )


def question_set() -> str:
    """Describe the fields of a question set, from the classes that read it."""
    from core.evaluate.questions import Query, QuestionSet, Relevant

    named = {"The file": QuestionSet, "A question": Query, "A place": Relevant}
    return "\n\n".join(section(2, name, _fields(kind)) for name, kind in named.items())


def _fields(kind: type) -> str:
    notes = field_comments(kind)
    rows = [(code(name), inline(note)) for name, note in notes.items()]
    return table(("field", "meaning"), rows)


def languages() -> str:
    """List every language with the file names that it is known by."""
    from core.languages.table import CODE_FAMILIES, LANGUAGES

    rows = []
    for name, row in LANGUAGES.items():
        depth = "units and relations" if row.family in CODE_FAMILIES else "sections, packages" if row.family else "text only"
        rows.append((name, ", ".join(map(code, (*row.extensions, *row.names))), depth))
    return table(("language", "files", "what is read"), rows)


FRAGMENTS: Mapping[str, Callable[[], str]] = {
    "cli": command_line,
    "settings": settings,
    "presets": presets,
    "http": http,
    "mcp": mcp,
    "analyses": analyses,
    "review-rules": review_rules,
    "unit-types": unit_types,
    "relation-kinds": relation_kinds,
    "catalog": catalog,
    "question-set": question_set,
    "languages": languages,
}


def write(folder: Path) -> None:
    """Write every fragment into a folder; files that stay the same are not touched."""
    folder.mkdir(exist_ok=True)
    for name, made in FRAGMENTS.items():
        update(folder / f"{name}.md", made() + "\n")


def docstring(_app: object, _what: str, _name: str, _of: object, _options: object, lines: list[str]) -> None:
    """Make reStructuredText of a docstring that is written as Markdown: lists and code blocks are rare, `*args` is not."""
    lines[:] = [re.sub(r"(?<![\w`*])([*|])(?=\w)", r"\\\1", line) for line in lines]
