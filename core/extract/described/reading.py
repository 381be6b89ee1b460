"""Walk the tree of a file by the description of its language: what is open where the reading is, and the steps written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

import tree_sitter

from core.extract.described.libraries import GIVING, is_function
from core.extract.described.steps import UNKNOWN_STEP, Step
from core.extract.parse import Parsed

_DEEPEST = 150
"""Nodes inside each other; each takes some of Python's own stack."""
_BRANCHES = frozenset(
    (
        "if_statement", "if_expression", "for_statement", "enhanced_for_statement", "foreach_statement", "while_statement",
        "catch_clause", "catch_block", "ternary_expression", "conditional_expression", "guard_statement", "when_entry",
        "switch_rule", "switch_entry", "switch_section", "switch_expression_arm", "case_statement",
        "match_conditional_expression", "elvis_expression",
    )
)  # fmt: skip
_BOTH = ("&&", "||", "and", "or")
_STRINGS = frozenset(("string_content", "string_literal_content", "string_fragment", "line_str_text", "quoted_content"))

By = Callable[["TreeReading", tree_sitter.Node, str], int]
"""Reads a node by a function of its language and returns its step; the last argument is `c` where the node is called."""


@dataclass(frozen=True, slots=True)
class NodeRule:
    """What a node does, and where its parts are, as `part` finds them.

    `call` calls `name` of `of`, or a bare name; `apply` calls what `of` is; `member` is `name` of `of`, `static` the same of
    a type; `new` makes a `type`; `name` is a bare name, `variable` one that can only be a local one; `this`, `super` and
    `class` are what they say; `cast` is a value of a `type`; `typed` binds `name` to a `type`; `declare` binds `name` to a
    `type` or to a `value`, of itself or of each child `each`; `loop` binds `name` to an element of `value`; `assign` binds
    the variable `name` to `value`; `return` gives the first child; `lambda` and `block` have names of their own, and so has
    the body of an `object` without a name; `element` takes one out of `of`; `await` waits for `of`; `same` stands for `of`;
    `either` is `of`, or `value` where that is not known; `constant` is a value of the type around; an `argument` may have a
    `name`; `nothing` is not looked into; `by` reads with a function of the language.
    """

    kind: str
    of: str = ""
    name: str = ""
    type: str = ""
    value: str = ""
    each: str = ""
    by: By | None = None


@dataclass(frozen=True, slots=True)
class Description:
    """A language as the reader sees it.

    `types` and `functions` give the kind of unit of a node; a word of `keywords` in the head of a type gives another.
    `names` are those of functions whose node has none of its own (empty: that of the type around), `constructors` the names
    of methods that make one. `inside` are types whose members are of the type around. `bases` are the nodes in which a type
    says what it is made of, `mixed_in` those by which it takes over members. `fields` are parameters that are fields of the
    type, too. `named_types` are nodes that name a type, `arguments` those with the arguments of a generic one. `implicit`
    are names of what a function without parameters gets; `told` finds in a comment what a function gives,
    `told_parameters` what it gets, `told_members` rows of name and type of what a type has. `signs` stand
    between namespaces, and between a type and its member. `extra` gives more facts of a file, from its path and text,
    `spelled` its text in the language alone, of as many lines, where other text is around it.
    """

    types: Mapping[str, str]
    functions: Mapping[str, str]
    rules: Mapping[str, NodeRule]
    parameters: Mapping[str, NodeRule]
    named_types: frozenset[str]
    bases: frozenset[str]
    routes: Callable[[TreeReading, tree_sitter.Node, str, int], None]
    is_test: Callable[[str, str, tuple[str, ...]], bool]
    keywords: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    mixed_in: frozenset[str] = frozenset()
    inside: frozenset[str] = frozenset()
    annotations: frozenset[str] = frozenset()
    arguments: frozenset[str] = frozenset({"type_arguments"})
    fields: frozenset[str] = frozenset()
    result: Callable[[tree_sitter.Node], tree_sitter.Node | None] = lambda node: node.child_by_field_name("type")
    receiver: Callable[[tree_sitter.Node], tree_sitter.Node | None] = lambda node: None
    package: Callable[[str], str] = lambda path: ""
    implicit: tuple[str, ...] = ()
    constructors: frozenset[str] = frozenset()
    extra: Callable[[str, str], Mapping[str, object]] = lambda path, text: {}
    told: Callable[[str], str] | None = None
    told_parameters: Callable[[str], Mapping[str, str]] | None = None
    told_members: Callable[[str], list[list[str]]] | None = None
    signs: tuple[str, str] = (".", ".")
    spelled: Callable[[str, str], str] = lambda path, text: text


_NO_RULE = NodeRule("")


def no_routes(reading: TreeReading, node: tree_sitter.Node, name: str, made: int) -> None:
    """Look at a call and note no route: the language has none that are calls."""


def part(node: tree_sitter.Node, where: str) -> tree_sitter.Node | None:
    """Return the part of a node that a rule names, None for none.

    `#0` is the first of its named children, `#-1` the last, `@type` the first of that type, or of several (`@a|b`), all else a
    field of the grammar.
    """
    if not where:
        return None
    if where[0] == "@":
        types = where[1:].split("|")
        return next((child for child in node.named_children if child.type in types), None)
    if where[0] != "#":
        return node.child_by_field_name(where)
    children = [child for child in node.named_children if "comment" not in child.type]
    number = int(where[1:])
    return children[number] if -len(children) <= number < len(children) else None


Does = Callable[["TreeReading", tree_sitter.Node, NodeRule, str], int]
Defines = Callable[["TreeReading", tree_sitter.Node, str], None]


@dataclass(slots=True)
class OpenDefinition:
    """A definition that is being read: its number (-1: the file), its program, and the local names of each open block.

    `fields` are rows of name, type, line and step of the value; where it `is_type`, what is declared is a field. `inside`
    are names of types whose members are its own. `gives` is the step of what a function gives;
    `told` are the types of parameters that its comment tells, `functions` those of the parameters that are functions.
    """

    number: int
    is_type: bool
    steps: list[Step] = field(default_factory=list)
    names: list[dict[str, int]] = field(default_factory=lambda: [{}])
    fields: list[list[str | int]] = field(default_factory=list)
    strings: list[str] = field(default_factory=list)
    inside: list[str] = field(default_factory=list)
    functions: list[str] = field(default_factory=list)
    gives: int = UNKNOWN_STEP
    told: Mapping[str, str] = field(default_factory=dict)
    branches: int = 0


class TreeReading:
    """The walk through one file; `rules` say what is done with a node of a rule, `define` what with that of a definition."""

    def __init__(self, parsed: Parsed, description: Description, rules: Mapping[str, Does], define: Defines) -> None:
        self.parsed, self.description = parsed, description
        self.frames = [OpenDefinition(-1, True)]
        self.package = description.package(parsed.file.path)
        self.imports: list[list[str | int]] = []  # alias, name and line; the alias `*` brings in all names of it
        self.routes: list[list[object]] = []
        self.prefixes: dict[int, str] = {}  # of routers, by the step that gives one
        self.over: tuple[int, str] = (UNKNOWN_STEP, "")  # whose method is given the functions that are read now
        self.given_step = UNKNOWN_STEP  # what the last function gives, or the last value is, that a call is given
        self.receiver = UNKNOWN_STEP  # what names are members of, first, in a function with a receiver
        self.narrowed: list[tuple[str, int]] = []  # local names that conditions narrow to a type
        self.returns: list[int] = []  # what the functions give that are read, of those inside of a definition
        self.nameless = 0  # bodies of types without a name around what is read
        self.cut = 0
        self._rules, self._define = rules, define
        self._depth = 0

    @property
    def frame(self) -> OpenDefinition:
        """The definition that is being read."""
        return self.frames[-1]

    def code(self, node: tree_sitter.Node | None) -> str:
        """Return the text of a node, empty for none."""
        return self.parsed.code(node) if node is not None else ""

    def line(self, node: tree_sitter.Node) -> int:
        """Return the line on which a node begins."""
        return node.start_point[0] + 1

    def add(self, *step: str | int) -> int:
        """Write a step and return its number."""
        self.frame.steps.append(step)
        return len(self.frame.steps) - 1

    def visit(self, node: tree_sitter.Node | None, mode: str = "r") -> int:
        """Read a node and return the step of its value; what is too deep is told and passed over."""
        if node is None:
            return UNKNOWN_STEP
        if self._depth >= _DEEPEST:
            self.cut = self.cut or self.line(node)
            return UNKNOWN_STEP
        self._depth += 1
        try:
            return self._visit(node, mode)
        finally:
            self._depth -= 1

    def _visit(self, node: tree_sitter.Node, mode: str) -> int:
        known = self.description
        self._measure(node)
        kind = known.types.get(node.type) or known.functions.get(node.type)
        rule = known.rules.get(node.type, _NO_RULE)
        over = self.over
        if kind or rule.kind not in ("", "lambda", "argument"):
            self.over = (UNKNOWN_STEP, "")
        try:
            if kind:
                self._define(self, node, kind)
                return UNKNOWN_STEP
            if node.type in known.parameters:
                return self._parameter(node, known.parameters[node.type])
            if rule.kind:
                return rule.by(self, node, mode) if rule.by is not None else self._rules[rule.kind](self, node, rule, mode)
        finally:
            self.over = over
        if node.type in known.named_types:
            self.use_type(node)
            return UNKNOWN_STEP
        return self.children(node)

    def _measure(self, node: tree_sitter.Node) -> None:
        if node.type in _BRANCHES:
            self.frame.branches += 1
        elif node.type in _STRINGS:
            self.frame.strings.append(self.code(node))
        elif node.type == "binary_expression" and any(child.type in _BOTH for child in node.children):
            self.frame.branches += 1

    def children(self, node: tree_sitter.Node, but: tuple[tree_sitter.Node | None, ...] = ()) -> int:
        """Read the children of a node, but for these; what they are worth is not known."""
        left_out = {one.id for one in but if one is not None}
        for child in node.named_children:
            if child.id not in left_out:
                self.visit(child)
        return UNKNOWN_STEP

    def given(self, node: tree_sitter.Node, but: tuple[tree_sitter.Node | None, ...], over: int, name: str) -> None:
        """Read the arguments of a call; functions among them get what the method `name` of `over` gives them."""
        before, self.over = self.over, (over, name)
        self.given_step = UNKNOWN_STEP
        self.children(node, but)
        self.over = before

    def answer(self, made: int, over: int, name: str) -> int:
        """Return the step of what a call gives, after its arguments were read: some methods give what they were given."""
        step, self.given_step = self.given_step, UNKNOWN_STEP
        return self.add("m", made, over, name, step) if step >= 0 and name in GIVING else made

    def bind_parts(self, names: list[tree_sitter.Node], step: int) -> None:
        """Let names stand for the parts of a value, in their order."""
        for place, one in enumerate(names):
            self.bind(self.code(one), self.add("p", step, place) if step >= 0 else UNKNOWN_STEP)

    def inner(self, node: tree_sitter.Node, but: tuple[tree_sitter.Node | None, ...] = ()) -> None:
        """Read the children of a node with names of its own."""
        self.frame.names.append({})
        self.children(node, but)
        self.frame.names.pop()

    def nameless_body(self, node: tree_sitter.Node, but: tuple[tree_sitter.Node | None, ...] = ()) -> None:
        """Read what belongs to no type with a name: its methods are none of the type around."""
        self.nameless += 1
        self.inner(node, but)
        self.nameless -= 1

    def bind(self, name: str, step: int) -> None:
        """Let a local name stand for a step."""
        if name and name != "_":
            self.frame.names[-1][name] = step

    def local(self, name: str) -> int | None:
        """Return the step that a local name stands for, None where it is none."""
        return next((names[name] for names in reversed(self.frame.names) if name in names), None)

    def names_in(self, node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
        """Yield the nodes that name a type in a type, arguments of generic ones included."""
        waiting = [node]
        while waiting:
            one = waiting.pop()
            inner = [*reversed(one.named_children)]
            if one.type in self.description.named_types:
                yield one
                waiting.extend(child for child in inner if child.type in self.description.arguments)
            elif one.type not in self.description.annotations and one.type not in ("argument_list", "value_arguments"):
                waiting.extend(inner)

    def use_type(self, node: tree_sitter.Node | None) -> None:
        """Note the names in a type."""
        for one in self.names_in(node) if node is not None else ():
            self.add("u", self.code(one).partition("<")[0], self.line(one))

    def typed(self, node: tree_sitter.Node) -> int:
        """Return the step of a value of a type, which is read too."""
        self.use_type(node)
        return self.add("t", self.code(node))

    def _parameter(self, node: tree_sitter.Node, rule: NodeRule) -> int:
        """Bind a parameter to its type; one that is a field of the type is noted as that."""
        name, type_ = part(node, rule.name), part(node, rule.type)
        if type_ is not None and name is not None and type_.id == name.id:
            type_ = None
        step = self.typed(type_) if type_ is not None else UNKNOWN_STEP
        if step >= 0 and node.type in ("spread_parameter", "variadic_parameter"):
            step = self.add("t", f"{self.code(type_)}[]")
        text = self.code(name).removeprefix("&").removeprefix("$")
        told = self.frame.told.get(text, "")
        if told and (type_ is None or "<" in told or "[]" in told):
            step = self.add("t", told)
        row: list[str | int] = [text, told if told and step >= 0 else self.code(type_), self.line(node), UNKNOWN_STEP]
        if self.frame.is_type and len(self.frame.names) == 1:
            self.frame.fields.append(row)
        else:
            self.bind(text, step)
            if type_ is not None and is_function(self.code(type_)):
                self.frame.functions.append(self.code(type_))
            if node.type in self.description.fields and len(self.frames) > 1 and self.frames[-2].is_type:
                self.frames[-2].fields.append(row)
        return self.children(node, (name, type_))

    def returned(self, step: int) -> None:
        """Note what the function gives that is read."""
        if self.returns:
            self.returns[-1] = self.either(self.returns[-1], step)
        else:
            self.frame.gives = self.either(self.frame.gives, step)

    def either(self, first: int, second: int) -> int:
        """Return the step of what is one of two."""
        if first < 0 or second < 0:
            return max(first, second)
        return self.add("|", first, second)

    def declare(self, name: str, type_: tree_sitter.Node | None, step: int, line: int) -> None:
        """Note a variable: a field of the type that is read, else a local name."""
        if self.frame.is_type and len(self.frame.names) == 1:
            self.frame.fields.append([name, self.code(type_), line, step])
        if not self.frame.is_type or len(self.frame.names) > 1 or self.frame.number < 0:
            self.bind(name, self.add("t", self.code(type_)) if type_ is not None else step)
