"""Extract all Rails facts from one Ruby file, so that linking parses nothing again.

`extra` contains the parts that only the Rails linker understands, without empty ones:

- for views: `renders` and `uses` (the uses of a template stay even if empty)
- for the router: `routes`, `route_methods`, `route_constants`, `engines`, `devise`
- for the rest: `schema`, `configuration`, `inflections`, `tasks`, `factories`, `wrappers`, `handed`

A part is a tree (`core.extract.ruby.evaluate.stored_trees`) if its values depend on other files, for instance on inflection
rules. Otherwise it is the values themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from core.extract.facts import Definition, FileFacts, SourceFile
from core.extract.rails.files.configuration import configuration_in, is_configuration
from core.extract.rails.files.factories import defines_factories, factories_in
from core.extract.rails.files.inflections import adds_inflections, inflections_in
from core.extract.rails.files.tasks import is_rake_file, tasks_in
from core.extract.rails.files.wrappers import handed_in, wrappers_in
from core.extract.rails.routes.reading import (
    constants_in,
    devise_in,
    engines_in,
    has_routing_lines,
    is_loaded,
    may_draw,
    methods_in,
    tells_devise,
)
from core.extract.rails.schema import changes_tables
from core.extract.rails.sql.references import with_columns
from core.extract.rails.views.code import renders_in
from core.extract.rails.views.names import template_of
from core.extract.rails.views.uses import uses_under
from core.extract.ruby.evaluate.stored_trees import kept
from core.extract.ruby.reading import reader
from core.extract.ruby.syntax.parse import RubyTree, parse
from core.extract.ruby.telling import telling
from core.model import Problem

Part = tuple[str, str, Callable[[], Iterable[object] | Mapping[str, object]]]
"""The name of a part, what it is to people, and what reads it."""


def read(file: SourceFile) -> FileFacts:
    """Return what a Ruby file says to Ruby and to Rails; what cannot be understood is told in the problems."""
    parsed = parse(file.text)
    facts, told = reader.read(file, parsed), list[Problem]()
    extra: dict[str, object] = dict(facts.extra)
    for name, what, reads in _parts(file, parsed, facts.definitions):
        with telling(told, file.path, what):
            found = reads()
            if isinstance(found, Mapping):
                extra[name] = found
            else:
                extra[name] = rows = list[object]()
                rows.extend(found)  # one by one: what comes before a fault is kept
    kept_parts = {name: value for name, value in extra.items() if value}
    uses = {"uses": extra.get("uses", [])} if template_of(file.path) else {}
    references = list(with_columns(facts.references))
    return replace(facts, references=tuple(references), problems=(*facts.problems, *told), extra={**kept_parts, **uses})


def _parts(file: SourceFile, parsed: RubyTree, definitions: Sequence[Definition]) -> Iterator[Part]:
    path, text, root = file.path, file.text, parsed.root
    if not file.is_test:
        yield "renders", "what this file renders", lambda: renders_in(path, text, root)
    if template_of(path):
        yield "uses", "what this template uses", lambda: uses_under(root)
    if adds_inflections(path, text):
        yield "inflections", "what this file says of inflections", lambda: inflections_in(root, path)
    if is_rake_file(path):
        yield "tasks", "the tasks of this file", lambda: tasks_in(root, path)
    if defines_factories(path, text):
        yield "factories", "the factories of this file", lambda: factories_in(root, path)
    if not file.is_test and is_configuration(path):
        yield "configuration", "the settings of this file", lambda: configuration_in(root, path)
    if not file.is_test:
        yield "wrappers", "what methods hand to jobs and mails", lambda: wrappers_in(root, text)
        yield "handed", "what calls hand to wrappers of jobs", lambda: handed_in(root, text, definitions)
    if not file.is_test and changes_tables(path):
        yield "schema", "the tables of this file", lambda: kept(root, parsed.healed)
    if not file.is_test and is_loaded(path):
        yield from _for_routes(file, parsed, definitions)


def _for_routes(file: SourceFile, parsed: RubyTree, definitions: Sequence[Definition]) -> Iterator[Part]:
    if may_draw(file.path, file.text):
        yield "routes", "what this file draws", lambda: kept(parsed.root, parsed.healed)
    if has_routing_lines(file.text):
        yield "route_methods", "the methods of this file", lambda: methods_in(file.text, parsed, definitions)
    yield "route_constants", "the constants of this file", lambda: constants_in(parsed, definitions)
    if "isolate_namespace" in file.text:
        yield "engines", "the engine of this file", lambda: engines_in(parsed.root)
    if tells_devise(file.text):
        yield "devise", "what this file tells Devise", lambda: devise_in(parsed.root, file.path)
