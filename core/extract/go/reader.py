"""Read a Go file into facts."""

from __future__ import annotations

import re

from core.extract.facts import FileFacts, SourceFile
from core.extract.go.bodies import FunctionBody
from core.extract.go.comments import Comments, build_constraint
from core.extract.go.definitions import Declared, definitions, imports
from core.extract.go.routes import Routes
from core.extract.parse import Parsed
from core.model import Problem

# `new(f(x))` and `new("text")` are of Go 1.26; the grammar knows only a type there.
_NEW_OF_VALUE = re.compile(
    rb"""\bnew(?=\((?:["'`\d&+!-]|(?!func\b)[\w.]+(?:\[[\w.]*\][\w.]*)*\(|\w+(?:\[\w+\])?\.\w+\.|\w+\[[\w.]+\]\.|[\w.]+\s[-*+/%|&<>=]))"""
)


def _spelled(data: bytes) -> bytes:
    return _NEW_OF_VALUE.sub(b"neW", data)


def read(file: SourceFile) -> FileFacts:
    """Return the facts of a file.

    `extra` holds the name of its `package` with the `package_lines` of the clause and its comment, `imports` (rows of alias,
    path and line), the `build` constraint, `programs` (rows of a definition's number and its program, see `bodies`),
    `asserted` (rows of an interface's type, line, program and step of the value), `routes` (rows of a program and what
    `routes` says) and `tallies`.
    """
    parsed = Parsed(file, _spelled)
    captures = parsed.captures("units")
    comments = Comments(parsed, captures.get("comment", ()))
    declared = definitions(parsed, comments)
    clause = next(iter(captures.get("package", ())), None)
    line = parsed.line(clause.start_byte) if clause is not None else 1
    first, docs = comments.above_from(line)
    bodies = _Bodies(parsed, declared)
    build = build_constraint(file.text)
    return FileFacts(
        path=file.path,
        language=file.language,
        sha=file.sha,
        lines=parsed.lines,
        is_test=file.is_test,
        docstring=docs,
        definitions=declared.definitions,
        problems=(*parsed.problems(), *bodies.problems),
        extra={
            "package": parsed.code(clause.named_children[0]) if clause is not None and clause.named_children else "",
            "package_lines": [first, line],
            "imports": list(imports(parsed, captures.get("import", ()))),
            "build": build,
            **bodies.found,
            **({"file": {"build": build}} if build else {}),
        },
    )


class _Bodies:
    """What the bodies of a file do; `found` is a part of the facts."""

    def __init__(self, parsed: Parsed, declared: Declared) -> None:
        self.problems: list[Problem] = []
        programs: list[list[int | str]] = []
        asserted: list[list[str | int]] = []
        routes: list[list[object]] = []
        local = basic = 0
        for number, node in declared.bodies:
            found = Routes()
            body = FunctionBody(parsed, found)
            if node.type.endswith("_spec") and node.type != "type_spec":
                values = body.values(node)
                if (
                    number < 0
                    and values
                    and values[0] >= 0
                    and (text := body.type_text(node.child_by_field_name("type"))) != "?"
                ):
                    asserted.append([text, parsed.line(node.start_byte), len(programs), values[0]])
                programs.append([number, "\n".join(body.steps), *values])
            else:
                body.type(node) if node.type in ("type_spec", "type_alias") else body.function(node)
                programs.append([number, "\n".join(body.steps)])
            routes.extend([len(programs) - 1, *row] for row in found.rows)
            local += body.local
            basic += body.basic
            if body.cut:
                reason = f"nested too deeply at line {body.cut}: what is deeper was not read"
                self.problems.append(Problem(parsed.file.path, "partial", reason, body.cut))
        tallies = {name: count for name, count in (("builtin", basic), ("local", local)) if count}
        self.found = {"programs": programs, "asserted": asserted, "routes": routes, "tallies": tallies}
