"""Tables from `schema.rb`, or from all migrations in the order in which Rails runs them."""

from __future__ import annotations

import re

from core.extract.rails.schema.run import Runner, with_path
from core.extract.rails.schema.table import SchemaDraft
from core.extract.ruby.evaluate.evaluator import evaluate
from core.extract.ruby.evaluate.kinds import Block, Frame
from core.extract.ruby.syntax.nodes import named, statements, walk
from core.extract.ruby.syntax.parse import text_of
from core.extract.ruby.syntax.tree import Node

_MAX_STEPS = 10_000  # statements of one migration
_VERSION = re.compile(r"Migration\[(\d+\.\d+)\]")
_STAMP = re.compile(r"(?:^|/)(\d{3,})_[^/]*\.rb$")


def read_schema_file(draft: SchemaDraft, path: str, root: Node, frame: Frame) -> None:
    """Read a `schema.rb`; keys that it does not spell out are `bigint`, as Rails dumps them."""
    runner = Runner(draft, with_path(frame, path))
    runner.run(statements(root), runner.frame)


def migration_order(paths: list[str]) -> list[str]:
    """Return the migrations by their number, then path; files without a number are not migrations."""
    numbered = [(int(match[1]), path) for path in paths if (match := _STAMP.search(path))]
    return [path for _, path in sorted(numbered)]


def replay(draft: SchemaDraft, path: str, root: Node, frame: Frame) -> None:
    """Run what a migration does on the way up."""
    version = _VERSION.search(text_of(root))
    own = with_path(frame, path)
    # Migrations older than Rails 5 do not name a version.
    runner = Runner(draft, own, float(version[1]) if version else 4.2, most=_MAX_STEPS)
    body = _migration_body(root)
    for node in body:
        _learn(runner, node, own)
    for name in ("change", "up", "self.up"):
        if block := runner.methods.get(name):
            runner.run_block(block, [])
            return


def _migration_body(root: Node) -> list[Node]:
    """Return the statements of the class that inherits from a migration, those of `class << self` included."""
    classes = [node for node in walk(root) if node.type == "class"]
    migration = next((node for node in classes if "Migration" in text_of(node.child_by_field_name("superclass"))), None)
    owner = migration or (classes[0] if classes else None)
    found: list[Node] = []
    for node in statements(owner.child_by_field_name("body")) if owner is not None else []:
        inside = node.child_by_field_name("body") if node.type == "singleton_class" else None
        found.extend(statements(inside) if inside is not None else [node])
    return found


def _learn(runner: Runner, node: Node, frame: Frame) -> None:
    """Remember the methods and constants of a migration."""
    name = text_of(node.child_by_field_name("name"))
    if node.type == "method":
        runner.methods[name] = Block(node, frame)
    elif node.type == "singleton_method":
        runner.methods[name] = Block(node, frame)
        runner.methods[f"self.{name}"] = Block(node, frame)
    elif node.type == "assignment":
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is not None and right is not None:
            frame.variables[text_of(left)] = evaluate(right, frame)
    elif node.type == "call":  # `private def change_it`
        for inner in named(node):
            for method in named(inner):
                if method.type == "method":
                    _learn(runner, method, frame)
