"""Read a Go file into facts."""

from __future__ import annotations

import re
from collections.abc import Sequence

import tree_sitter

from core.extract.facts import FileFacts, SourceFile
from core.extract.go.comments import Comments, build_constraint
from core.extract.go.definitions import Declared, definitions, imports
from core.extract.go.expressions import Expressions
from core.extract.go.routes import Routes
from core.extract.go.steps import UNKNOWN_STEP
from core.extract.go.types import names_of, receiver_type
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


class FunctionBody(Expressions):
    """The program of one definition, see `steps`."""

    def function(self, node: tree_sitter.Node) -> None:
        """Read a function or method: its types, then its body."""
        receiver = node.child_by_field_name("receiver")
        parameters = node.child_by_field_name("type_parameters")
        if receiver is not None:
            owner, arguments = receiver_type(self._parsed, receiver)
            self._number(arguments)
            text = f"{owner}[{','.join(f'${n}' for n, _ in enumerate(arguments))}]" if arguments else owner
            for one in receiver.named_children:
                self._bind_all(names_of(one), self._add(f"t {text}"))
        if parameters is not None:
            self._number([self._code(name) for one in parameters.named_children for name in names_of(one)])
            for one in parameters.named_children:
                self._use_type(one.child_by_field_name("type"))
        self._parameters(node)
        self._visit(node.child_by_field_name("body"))

    def type(self, node: tree_sitter.Node) -> None:
        """Read the declaration of a type: the types that it names."""
        parameters = node.child_by_field_name("type_parameters")
        if parameters is not None:
            self._number([self._code(name) for one in parameters.named_children for name in names_of(one)])
            for one in parameters.named_children:
                self._use_type(one.child_by_field_name("type"))
        self._use_type(node.child_by_field_name("type"))

    def values(self, node: tree_sitter.Node) -> tuple[int, ...]:
        """Read a line of constants or variables; return the steps of their values."""
        self._use_type(node.child_by_field_name("type"))
        names, value = names_of(node), node.child_by_field_name("value")
        return self._results(value, len(names)) if value is not None else ()

    def _block(self, node: tree_sitter.Node) -> int:
        def read() -> None:
            for child in node.named_children:
                self._visit(child)

        self._inner(read)
        return UNKNOWN_STEP

    def _results(self, node: tree_sitter.Node | None, wanted: int) -> tuple[int, ...]:
        """Return the steps of a list of expressions: one each, or those of the only one, which gives several."""
        given = [one for one in node.named_children if one.type != "comment"] if node is not None else []
        steps = [self._visit(one) for one in given]
        if len(steps) == 1 and wanted > 1:
            if given[0].type in ("call_expression", "type_conversion_expression") and steps[0] >= 0:
                return tuple(self._add(f"# {steps[0]} {place}") for place in range(wanted))
            return (steps[0], *[UNKNOWN_STEP] * (wanted - 1))
        return tuple(steps + [UNKNOWN_STEP] * (wanted - len(steps)))[:wanted]

    def _short(self, node: tree_sitter.Node) -> int:
        """Read `a, b := f()`: what is known already in this block keeps its type."""
        left = node.child_by_field_name("left")
        names = left.named_children if left is not None else []
        steps = self._results(node.child_by_field_name("right"), len(names))
        for name, step in zip(names, steps, strict=True):
            if name.type == "identifier" and self._code(name) not in self._names[-1]:
                self._bind(name, step)
        return UNKNOWN_STEP

    def _local_values(self, node: tree_sitter.Node) -> int:
        type_, value = node.child_by_field_name("type"), node.child_by_field_name("value")
        names = names_of(node)
        typed = self._typed(type_) if type_ is not None else UNKNOWN_STEP
        steps = self._results(value, len(names)) if value is not None else ()
        for place, name in enumerate(names):
            self._bind(name, typed if type_ is not None else steps[place] if place < len(steps) else UNKNOWN_STEP)
        return UNKNOWN_STEP

    def _local_declared_type(self, node: tree_sitter.Node) -> int:
        name, type_ = node.child_by_field_name("name"), node.child_by_field_name("type")
        if name is not None:
            self._types[-1][self._code(name)] = "?"
            self._use_type(type_)
            self._types[-1][self._code(name)] = self.type_text(type_)
        return UNKNOWN_STEP

    def _if(self, node: tree_sitter.Node) -> int:
        """Read a chain of `else if`, each of which sees the names of those before it."""
        opened = 0
        following: tree_sitter.Node | None = node
        while following is not None and following.type == "if_statement":
            self._names.append({})
            self._types.append({})
            opened += 1
            for field in ("initializer", "condition", "consequence"):
                self._visit(following.child_by_field_name(field))
            following = following.child_by_field_name("alternative")
        self._visit(following)
        del self._names[-opened:], self._types[-opened:]
        return UNKNOWN_STEP

    def _range(self, node: tree_sitter.Node) -> int:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        step = self._visit(right)
        is_new = any(child.type == ":=" for child in node.children)
        for place, name in enumerate(left.named_children if left is not None else ()):
            if is_new and place < 2:
                self._bind(name, self._add(f"r {step} {place}") if step >= 0 else UNKNOWN_STEP)
            else:
                self._visit(name)
        return UNKNOWN_STEP

    def _type_switch(self, node: tree_sitter.Node) -> int:
        def read() -> None:
            self._visit(node.child_by_field_name("initializer"))
            step = self._visit(node.child_by_field_name("value"))
            alias = node.child_by_field_name("alias")
            names = alias.named_children if alias is not None else []
            for case in node.named_children:
                if case.type in ("type_case", "default_case"):
                    self._inner(lambda case=case: self._type_case(case, names, step))  # type: ignore[misc]

        self._inner(read)
        return UNKNOWN_STEP

    def _type_case(self, case: tree_sitter.Node, names: Sequence[tree_sitter.Node], step: int) -> None:
        types = {one.id: one for one in case.children_by_field_name("type") if one.is_named}
        steps = [self._typed(one) for one in types.values()]
        self._bind_all(names, steps[0] if len(steps) == 1 else step)
        for child in case.named_children:
            if child.id not in types:
                self._visit(child)

    def _received(self, node: tree_sitter.Node) -> int:
        left = node.child_by_field_name("left")
        step = self._visit(node.child_by_field_name("right"))
        is_new = any(child.type == ":=" for child in node.children)
        for place, name in enumerate(left.named_children if left is not None else ()):
            if is_new:
                self._bind(name, step if place == 0 else UNKNOWN_STEP)
            else:
                self._visit(name)
        return UNKNOWN_STEP


FunctionBody.handlers = {
    "block": FunctionBody._block,
    "func_literal": FunctionBody._literal,
    "composite_literal": FunctionBody._composite,
    "type_conversion_expression": FunctionBody._conversion,
    "binary_expression": FunctionBody._binary,
    "short_var_declaration": FunctionBody._short,
    "var_spec": FunctionBody._local_values,
    "const_spec": FunctionBody._local_values,
    "type_spec": FunctionBody._local_declared_type,
    "type_alias": FunctionBody._local_declared_type,
    "if_statement": FunctionBody._if,
    "for_statement": FunctionBody._block,
    "range_clause": FunctionBody._range,
    "expression_switch_statement": FunctionBody._block,
    "expression_case": FunctionBody._block,
    "default_case": FunctionBody._block,
    "communication_case": FunctionBody._block,
    "type_switch_statement": FunctionBody._type_switch,
    "receive_statement": FunctionBody._received,
    "comment": FunctionBody._nothing,
    "interpreted_string_literal": FunctionBody._nothing,
    "raw_string_literal": FunctionBody._nothing,
    "label_name": FunctionBody._nothing,
    "field_identifier": FunctionBody._nothing,
}
