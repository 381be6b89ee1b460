"""One Ruby file to facts, with what Rails sees in it: what it renders, and what it uses if it is a template."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tree_sitter import Node

from core.extract.facts import FileFacts, SourceFile
from core.extract.rails.views import template_of, uses_under
from core.extract.rails.views.code import renders_in
from core.extract.rails.views.use import Use
from core.extract.ruby.reading import reader
from core.extract.ruby.syntax.parse import parse
from core.extract.telling import telling
from core.model import Problem


def read(file: SourceFile) -> FileFacts:
    """Return what a Ruby file says to Ruby and to Rails; what cannot be understood is told in the problems."""
    parsed = parse(file.text)
    facts, told = reader.read(file, parsed), list[Problem]()
    extra = _extra(file, parsed.root, told)
    return replace(facts, problems=(*facts.problems, *told), extra={**facts.extra, **extra})


def _extra(file: SourceFile, root: Node, told: list[Problem]) -> dict[str, Any]:
    """Return what only the linker of Rails understands, empty parts left out but for the uses of a template."""
    renders: list[Any] = []
    uses: list[Use] = []
    with telling(told, file.path, "what this file renders"):
        renders = [] if file.is_test else renders_in(file.path, file.text, root)
    with telling(told, file.path, "what this template uses"):
        uses = uses_under(root) if template_of(file.path) else []
    found = {"renders": renders} if renders else {}
    return {**found, "uses": uses} if template_of(file.path) else found
