"""What an application sets before it runs: `config/application.rb`, environments and initializers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from core.extract.repository import Repository
from core.extract.ruby.evaluate.evaluator import evaluate
from core.extract.ruby.evaluate.kinds import Code, Const, Frame, Value, is_known, plain
from core.extract.ruby.syntax.nodes import line_of, walk
from core.extract.ruby.syntax.parse import text_of
from core.extract.ruby.syntax.tree import Node
from core.model import CodeUnit
from core.model.facts import text_in

_CONFIGURATION = re.compile(
    r"(?:^|/)config/(?:application|environment|boot|puma|importmap|spring|sidekiq|deploy)\.rb$"
    r"|(?:^|/)config/(?:environments|initializers)/.+\.rb$"
)
_SETTING = re.compile(
    r"^(?:Rails\.(?:application\.)?)?(?:config|configuration|c|\w*config)\.[\w.]+$|^[A-Z]\w*(?:::\w+)*\.[a-z_]\w*$"
)
_MAX_VALUE = 200  # a longer value is code to read, not a setting to list


def is_configuration(path: str) -> bool:
    """Tell whether a file is one of settings."""
    return _CONFIGURATION.search(path) is not None


def configuration_in(root: Node, path: str) -> dict[str, object]:
    """Return the comment at the top of a file of settings and each setting, a fact with its value and line."""
    return {"comment": _head_comment(root), "settings": list(_settings(root, path))}


def configuration_units(repository: Repository) -> list[CodeUnit]:
    """Return one `configuration` unit per file of settings."""
    found = ((facts.path, facts.extra["configuration"]) for facts in repository.files if "configuration" in facts.extra)
    return [_unit(path, repository.texts[path], said) for path, said in found]


def _unit(path: str, text: str, said: Mapping[str, object]) -> CodeUnit:
    body = text.removesuffix("\n")
    folder, _, base = path.rpartition("/")
    return CodeUnit(
        type="configuration", identifier=path, name=base.removesuffix(".rb"), namespace=folder, language="ruby", file_path=path,
        start_line=1, end_line=body.count("\n") + 1, source_code=body, docstring=text_in(said, "comment"),
        metadata={"settings": said["settings"]},
    )  # fmt: skip


def _head_comment(root: Node) -> str:
    """Return the comment at the top of a file, without Ruby's magic comments."""
    lines = []
    for node in root.children:
        if node.type != "comment":
            break
        line = text_of(node).lstrip("#").strip()
        if not re.match(r"^(?:frozen_string_literal|encoding|typed|-\*-|!)", line):
            lines.append(line)
    return "\n".join(lines).strip()


def _settings(root: Node, path: str) -> Iterator[dict[str, object]]:
    for node in walk(root):
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if node.type not in ("assignment", "operator_assignment") or left is None or right is None:
            continue
        name = text_of(left)
        if _SETTING.match(name):
            yield {
                "name": name,
                "value": _value(right, path),
                "file_path": path,
                "line": line_of(node),
                "certainty": "declared",
                "via": "",
            }


def _value(node: Node, path: str) -> Value:
    value = evaluate(node, Frame(path))
    is_plain = isinstance(value, (str, int, float, bool, list, dict, type(None))) and is_known(value)
    if is_plain and not _holds_constants(value):
        return plain(value) if len(str(value)) <= _MAX_VALUE else str(value)[:_MAX_VALUE]
    return text_of(node)[:_MAX_VALUE]


def _holds_constants(value: Value) -> bool:
    parts = value if isinstance(value, list) else [*value, *value.values()] if isinstance(value, dict) else [value]
    return any(not isinstance(part, (str, int, float, bool, type(None))) or isinstance(part, (Const, Code)) for part in parts)
