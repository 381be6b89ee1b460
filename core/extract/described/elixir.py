"""Read a file of Elixir into the facts of described languages: in its trees everything is a call, which no table describes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import tree_sitter

from core.extract.described.phoenix import PhoenixRoutes
from core.extract.described.reading import part
from core.extract.described.steps import Step
from core.extract.facts import Definition, FileFacts, SourceFile
from core.extract.parse import Parsed
from core.extract.strings import notable

_MODULES = {"defmodule": "module", "defprotocol": "protocol", "defimpl": "module"}
_FUNCTIONS = {
    "def": "function", "defp": "function", "defdelegate": "function",
    "defmacro": "macro", "defmacrop": "macro", "defguard": "macro",
}  # fmt: skip
_TESTS = ("test", "property")
_IMPORTS = ("alias", "import", "require", "use")
_OF_LANGUAGE = frozenset(
    (
        "if", "unless", "case", "cond", "with", "for", "fn", "quote", "unquote", "try", "receive", "raise", "reraise", "throw",
        "super", "and", "or", "not", "in", "when", "defstruct", "defexception", "is_nil", "is_binary", "is_list", "is_map",
        "is_atom", "is_integer", "is_tuple", "is_function", "to_string", "inspect", "length", "elem", "hd", "tl", "map_size",
        "put_in", "get_in", "update_in", "send", "self", "spawn", "apply", "describe", "setup", "setup_all", "assert", "refute",
        "doc", "moduledoc", "spec", "type", "typep", "opaque", "impl", "behaviour", "derive", "callback", "dbg", "tap", "then",
    )
)  # fmt: skip
_TYPED = ("spec", "callback", "macrocallback", "type", "typep", "opaque")
_BRANCHES = frozenset(("if", "unless", "stab_clause"))
Code = Callable[[tree_sitter.Node | None], str]


@dataclass(slots=True)
class _Open:
    """A definition that is being read."""

    number: int
    name: str
    steps: list[Step] = field(default_factory=list)
    strings: list[str] = field(default_factory=list)
    branches: int = 0


def read(file: SourceFile) -> FileFacts:
    """Return the facts of a file, as the reader of described languages does: functions are called `name/arity`."""
    reading = _Reading(Parsed(file))
    return FileFacts(
        path=file.path,
        language=file.language,
        sha=file.sha,
        lines=reading.parsed.lines,
        is_test=file.is_test,
        definitions=tuple(reading.made),
        problems=reading.parsed.problems(),
        extra={
            "package": "",
            "imports": reading.imports,
            "given": reading.given,
            "programs": [[number, [list(step) for step in steps]] for number, steps in sorted(reading.programs.items())],
            "values": [],
            "routes": reading.routes.rows,
        },
    )


class _Reading:
    """The walk through one file."""

    def __init__(self, parsed: Parsed) -> None:
        self.parsed = parsed
        self.made: list[Definition] = []
        self.programs: dict[int, list[Step]] = {}
        self.imports: list[list[str | int]] = []
        self.given: list[list[str | int]] = []  # to who uses the module
        self.routes = PhoenixRoutes(parsed)
        self._open = [_Open(-1, "")]
        self._docs = ""
        self._depth = 0
        self._block(parsed.root)
        self.programs[-1] = self._open[0].steps

    def _code(self, node: tree_sitter.Node | None) -> str:
        return self.parsed.code(node) if node is not None else ""

    def _add(self, *step: str | int) -> int:
        self._open[-1].steps.append(step)
        return len(self._open[-1].steps) - 1

    def _block(self, node: tree_sitter.Node) -> None:
        for child in node.named_children:
            self._visit(child)

    def _visit(self, node: tree_sitter.Node, piped: int = 0) -> None:
        if self._depth > 200:
            return
        self._depth += 1
        handler = _HANDLERS.get(node.type)
        if node.type == "stab_clause":
            self._open[-1].branches += 1
        if handler is not None:
            handler(self, node, piped)
        else:
            if node.type == "quoted_content":
                self._open[-1].strings.append(self._code(node))
            self._block(node)
        self._depth -= 1

    def _alias(self, node: tree_sitter.Node, piped: int) -> None:
        self._add("u", self._code(node), node.start_point[0] + 1)

    def _call(self, node: tree_sitter.Node, piped: int) -> None:
        target = part(node, "target")
        word = self._code(target) if target is not None and target.type == "identifier" else ""
        arguments = part(node, "@arguments")
        if word in _MODULES:
            self._module(node, word, arguments)
        elif word in _FUNCTIONS and arguments is not None:
            self._function(node, word, arguments)
        elif word in _TESTS and arguments is not None and self.parsed.file.is_test:
            self._test(node, word, arguments)
        elif word in _IMPORTS and arguments is not None:
            self._import(word, arguments)
        else:
            self._plain_call(node, target, word, arguments, piped)

    def _plain_call(
        self, node: tree_sitter.Node, target: tree_sitter.Node | None, word: str, arguments: tree_sitter.Node | None, piped: int
    ) -> None:
        closing = self.routes.opened(node, word, self._open[-1].name, self._open[-1].number, self.imports)
        self._open[-1].branches += word in _BRANCHES
        given = count(arguments) + (part(node, "@do_block") is not None) + piped
        line = node.start_point[0] + 1
        if word:
            if word not in _OF_LANGUAGE:
                self._add("n", f"{word}/{given}", line, "c")
        elif target is not None and target.type == "dot":
            left, right = part(target, "left"), part(target, "right")
            is_module = left is not None and (left.type == "alias" or self._code(left) == "__MODULE__")
            if is_module and left is not None and right is not None:
                base = self._add("y") if self._code(left) == "__MODULE__" else self._add("@", self._code(left))
                if left.type == "alias":
                    self._add("u", self._code(left), line)
                self._add(".", base, f"{self._code(right)}/{given}", right.start_point[0] + 1, "c")
            elif left is not None:
                self._visit(left)
        for child in node.named_children:
            if target is None or child.id != target.id:
                self._visit(child)
        closing()

    def _module(self, node: tree_sitter.Node, word: str, arguments: tree_sitter.Node | None) -> None:
        first = arguments.named_children[0] if arguments is not None and arguments.named_children else None
        name = self._code(first)
        bases = (name,) if word == "defimpl" else ()
        if word == "defimpl":
            name = f"{name}.{option(arguments, 'for', self._code) or self._open[-1].name}"
        whole = f"{self._open[-1].name}.{name}" if self._open[-1].name and word != "defimpl" else name
        self._define(node, _MODULES[word], name, whole, whole, bases, lambda: self._body(node))

    def _body(self, node: tree_sitter.Node) -> None:
        body = part(node, "@do_block")
        if body is not None:
            self._block(body)

    def _function(self, node: tree_sitter.Node, word: str, arguments: tree_sitter.Node) -> None:
        head = arguments.named_children[0] if arguments.named_children else None
        while head is not None and head.type == "binary_operator":  # `name(…) when …`
            head = part(head, "left")
        name = self._code(part(head, "target") if head is not None and head.type == "call" else head)
        if head is None or not name or not (name[0].isalpha() or name[0] == "_"):
            return  # an operator, or a name that is made
        parameters = part(head, "@arguments")
        most = count(parameters)
        fewest = most - sum("\\\\" in self._code(one) for one in (parameters.named_children if parameters is not None else ()))
        called, owner = f"{name}/{most}", self._open[-1].name
        metadata: dict[str, object] = {"also": [f"{name}/{arity}" for arity in range(fewest, most)]} if fewest < most else {}
        whole = f"{owner}.{called}" if owner else called

        def body() -> None:
            for child in parameters.named_children if parameters is not None else ():
                self._visit(child)
            for child in node.named_children:
                if child.id != arguments.id and child.type != "identifier":
                    self._visit(child)
            for child in arguments.named_children[1:]:
                self._visit(child)
            if arguments.named_children[0].type == "binary_operator" and (guard := part(arguments.named_children[0], "right")):
                self._visit(guard)

        self._define(node, _FUNCTIONS[word], called, whole, whole, (), body, metadata, word in ("defp", "defmacrop"))

    def _test(self, node: tree_sitter.Node, word: str, arguments: tree_sitter.Node) -> None:
        title = self._code(arguments.named_children[0]).strip('"') if arguments.named_children else ""
        name = f"{word} {title}"
        whole = f"{self._open[-1].name}.{name}"
        self._define(node, "function", name, whole, whole, (), lambda: self._block(node), {"is_test": True})

    def _define(
        self, node: tree_sitter.Node, kind: str, name: str, path: str, qualified: str, bases: tuple[str, ...],
        body: Callable[[], None], metadata: dict[str, object] | None = None, is_private: bool = False,
    ) -> None:  # fmt: skip
        number, line = len(self.made), node.start_point[0] + 1
        docs, self._docs = self._docs, ""
        self.made.append(Definition(kind, name, qualified, line, self.parsed.last_line(node), self._open[-1].number))
        self._open.append(_Open(number, path))
        body()
        done = self._open.pop()
        self.programs[number] = done.steps
        found = notable(done.strings)
        moduledoc, behaviours = said_in(node, self._code)
        self.made[number] = Definition(
            kind, name, qualified, line, self.parsed.last_line(node), self._open[-1].number,
            signature=self._code(node).partition("\n")[0].removesuffix(" do").rstrip(","),
            docstring=moduledoc if kind in ("module", "protocol") else docs,
            bases=(*bases, *(name for name, _ in behaviours)),
            visibility="private" if is_private else "public",
            complexity=1 + done.branches,
            metadata={
                "path": path,
                "base_lines": [*(line for _ in bases), *(at for _, at in behaviours)],
                **({"strings": found} if found else {}),
                **(metadata or {}),
            },
        )  # fmt: skip

    def _unary(self, node: tree_sitter.Node, piped: int) -> None:
        """Read `@doc "…"`, other attributes, and `&name/1`."""
        name, value = attribute(node, self._code)
        operand = part(node, "operand")
        if name in ("doc", "moduledoc"):
            self._docs = text(value, self._code) if name == "doc" and value is not None else self._docs
        elif name in _TYPED and value is not None:
            self._named(value)
        elif name and value is not None:
            self._visit(value)
        elif name:
            return
        elif node.children[0].type == "&" and operand is not None and operand.type == "binary_operator":
            self._captured(operand)
        else:
            self._block(node)

    def _named(self, node: tree_sitter.Node) -> None:
        """Note the modules that a type or a specification names; what looks like a call there is none."""
        if node.type == "alias":
            self._alias(node, 0)
        for child in node.named_children:
            self._named(child)

    def _captured(self, node: tree_sitter.Node) -> None:
        left, right = part(node, "left"), part(node, "right")
        line = node.start_point[0] + 1
        target = part(left, "target") if left is not None and left.type == "call" else left
        if right is None or right.type != "integer" or target is None:
            self._block(node)
        elif target.type == "identifier":
            self._add("n", f"{self._code(target)}/{self._code(right)}", line, "r")
        elif target.type == "dot" and (module := part(target, "left")) is not None and module.type == "alias":
            base = self._add("@", self._code(module))
            self._add("u", self._code(module), line)
            self._add(".", base, f"{self._code(part(target, 'right'))}/{self._code(right)}", line, "r")

    def _binary(self, node: tree_sitter.Node, piped: int) -> None:
        left, right = part(node, "left"), part(node, "right")
        if left is not None:
            self._visit(left)
        if right is not None:
            is_pipe = any(child.type == "|>" for child in node.children)
            if is_pipe and right.type == "identifier":
                self._add("n", f"{self._code(right)}/1", right.start_point[0] + 1, "c")
            else:
                self._visit(right, int(is_pipe and right.type == "call"))

    def _import(self, word: str, arguments: tree_sitter.Node) -> None:
        first = arguments.named_children[0] if arguments.named_children else None
        if first is None:
            return
        line, chosen, names = first.start_point[0] + 1, option(arguments, "as", self._code), [self._code(first)]
        if first.type == "dot":  # `alias App.{User, Repo}`
            inner = part(first, "right")
            names = [f"{self._code(part(first, 'left'))}.{self._code(one)}" for one in inner.named_children] if inner else []
        for name in names:
            name = name.replace("__MODULE__", self._open[-1].name)
            alias = {"alias": chosen or name.rpartition(".")[2], "import": "*", "require": chosen, "use": "use"}[word]
            self.imports.append([alias, name, line])
            self.given += self.imports[-1:] if is_quoted(arguments, self._code) else []


_HANDLERS: dict[str, Callable[[_Reading, tree_sitter.Node, int], None]] = {
    "alias": _Reading._alias,
    "call": _Reading._call,
    "unary_operator": _Reading._unary,
    "binary_operator": _Reading._binary,
    "comment": lambda reading, node, piped: None,
}


def attribute(node: tree_sitter.Node, code: Code) -> tuple[str, tree_sitter.Node | None]:
    """Return the name and the value of `@name value`, nothing for other nodes."""
    operand = part(node, "operand") if node.type == "unary_operator" and node.children[0].type == "@" else None
    if operand is None or operand.type != "call":
        return ("", None)
    arguments = part(operand, "@arguments")
    return code(part(operand, "target")), arguments.named_children[0] if arguments and arguments.named_children else None


def text(node: tree_sitter.Node, code: Code) -> str:
    """Return the text of a string, its lines without the spaces before them."""
    lines = [code(child) for child in node.named_children if child.type == "quoted_content"]
    return "\n".join(line.strip() for line in "".join(lines).strip().split("\n"))


def option(arguments: tree_sitter.Node | None, name: str, code: Code) -> str:
    """Return what a call is given by this name, empty for nothing."""
    for keywords in arguments.named_children if arguments is not None else ():
        for pair in keywords.named_children if keywords.type == "keywords" else ():
            if code(part(pair, "key")).strip().rstrip(":") == name:
                return code(part(pair, "value"))
    return ""


def is_quoted(node: tree_sitter.Node, code: Code) -> bool:
    """Tell whether a statement is one of those that a macro gives to who uses its module."""
    here = node.parent
    while here is not None and not (here.type == "call" and code(part(here, "target")) == "quote"):
        here = here.parent
    return here is not None


def count(arguments: tree_sitter.Node | None) -> int:
    """Return how many arguments a call has."""
    return sum(one.type != "comment" for one in arguments.named_children) if arguments is not None else 0


def said_in(node: tree_sitter.Node, code: Code) -> tuple[str, list[tuple[str, int]]]:
    """Return the text of `@moduledoc` and the rows of `@behaviour` that stand directly in a module."""
    body, docs, behaviours = part(node, "@do_block"), "", []
    for child in body.named_children if body is not None else ():
        name, value = attribute(child, code)
        if name == "moduledoc" and value is not None:
            docs = text(value, code)
        if name == "behaviour" and value is not None:
            behaviours.append((code(value), child.start_point[0] + 1))
    return docs, behaviours
