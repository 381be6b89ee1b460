"""Count how many call sites of uniquely named methods are found.

    python -m benchmarks.callers INDEX… [--library FILE] [--missed 40] [--seed 1] [--tests]

A method counts when no other unit of its languages outside tests has its name, and no column, association or attribute that is
declared. Names in the file of `--library`, one a line, are left out, found or not: calls of them may mean a library's method.
Such a file is made by the language itself (`ObjectSpace.each_object(Module)` and `instance_methods` of Ruby, `dir` of Python).
Its call sites are the calls `x.name` with a receiver other than `self` in files of these languages, as their grammar tells (in
templates as a pattern tells), outside tests unless asked. A site is found when a relation leads from its lines to the method.
`--missed` draws sites that are not found, to be read by hand: what calls a library there, in spite of all, is no miss.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Set
from pathlib import Path
from typing import NamedTuple

import tree_sitter

from core.languages import family_of, parser
from core.workbench import Workbench, open_workbench

_CALLS = {
    "ruby": ("call", "", "method", "receiver"),
    "python": ("call", "attribute", "attribute", "object"),
    "rust": ("call_expression", "field_expression", "field", "value"),
    "javascript": ("call_expression", "member_expression", "property", "object"),
}
"""By family: the node of a call, that of `x.name` in it (none where the call has both parts), and the fields of name and x."""
_TEMPLATES = ("erb", "haml", "slim")
_OWN = ("self", "this", "super", "super()", "cls")
_EMBEDDED = re.compile(r"([\w\]\)@])(?:&)?\.(\w+[?!]?)")
_SHORTEST = 4
_DECLARED = ("columns", "associations", "attributes", "fields", "enums", "delegates")


class Site(NamedTuple):
    """A call of a method: the file, the first line of the expression and the line of the name."""

    path: str
    first: int
    line: int
    name: str


def main() -> None:
    """Count and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("indexes", nargs="+")
    options.add_argument("--missed", type=int, default=0, help="how many sites that are not found to show")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--tests", action="store_true", help="count call sites in tests too")
    options.add_argument("--library", type=Path, help="a file of names that libraries have")
    given = options.parse_args()
    library = frozenset(given.library.read_text().split()) if given.library else frozenset[str]()
    for name in given.indexes:
        bench = open_workbench(name)
        for family, (found, missed) in sorted(sites(bench, library, tests=given.tests).items()):
            count = len(found) + len(missed)
            print(f"{name} {family}: {len(found):,} of {count:,} call sites found ({len(found) / count:.3f})")
            drawn = random.Random(given.seed).sample(missed, min(given.missed, len(missed)))
            for site in sorted(drawn):
                print(f"  {site.path}:{site.line} {site.name}: {bench.line(site.path, site.line).strip()[:150]}")


def sites(
    bench: Workbench, library: Set[str] = frozenset(), *, tests: bool = False
) -> dict[str, tuple[list[Site], list[Site]]]:
    """Return by family the call sites that are found and those that are not, ordered by place."""
    methods = {row: key for row, key in unique_methods(bench).items() if row[1] not in library}
    known = _known(bench)
    result: dict[str, tuple[list[Site], list[Site]]] = defaultdict(lambda: ([], []))
    test_files = {head.file_path for head in bench.heads.values() if head.is_test}
    for path, language, text in sorted(bench.catalog.file_texts(())):
        family = "ruby" if language in _TEMPLATES else family_of(language)
        if family not in _CALLS or (path in test_files and not tests):
            continue
        for site in _sites(path, language, text):
            key = methods.get((family, site.name))
            if key is not None:
                is_found = any((key, path, line) in known for line in range(site.first, site.line + 1))
                result[family][not is_found].append(site)
    return result


def unique_methods(bench: Workbench) -> dict[tuple[str, str], str]:
    """Return by family and name the keys of methods of which nothing else outside tests has the name."""
    named: Counter[tuple[str, str]] = Counter(_declared(bench))
    methods: dict[tuple[str, str], str] = {}
    for head in bench.heads.values():
        if head.is_test or not family_of(head.language):
            continue
        named[family_of(head.language), head.name] += 1
        if head.type in ("method", "scope") and len(head.name) >= _SHORTEST and not head.name.startswith("__"):
            methods[family_of(head.language), head.name] = head.key
    return {name: key for name, key in methods.items() if named[name] == 1}


def _declared(bench: Workbench) -> Iterator[tuple[str, str]]:
    """Yield family and name of columns, associations and attributes, which are called like methods."""
    for unit in bench.catalog.units(list(bench.heads)):
        for kind in _DECLARED:
            for row in unit.metadata.get(kind) or ():
                if isinstance(row, Mapping) and "name" in row:
                    yield "ruby" if unit.language == "sql" else family_of(unit.language), str(row["name"])


def _known(bench: Workbench) -> set[tuple[str, str, int]]:
    return {(one.target, one.file_path, one.line) for one in bench.relations}


def _sites(path: str, language: str, text: str) -> Iterator[Site]:
    if language in _TEMPLATES:
        for number, line in enumerate(text.split("\n"), 1):
            yield from (Site(path, number, number, match.group(2)) for match in _EMBEDDED.finditer(line))
        return
    kind, access, name, receiver = _CALLS[family_of(language)]
    waiting = [parser(language).parse(text.encode()).root_node]
    while waiting:
        node = waiting.pop()
        waiting.extend(node.named_children)
        if node.type != kind:
            continue
        called: tuple[tree_sitter.Node | None, tree_sitter.Node | None]
        inner = node if not access else node.child_by_field_name("function")
        if inner is None or (access and inner.type != access):
            continue
        called = inner.child_by_field_name(name), inner.child_by_field_name(receiver)
        if called[0] is not None and called[1] is not None and (called[1].text or b"").decode() not in _OWN:
            first, line = node.start_point[0] + 1, called[0].start_point[0] + 1
            yield Site(path, first, line, (called[0].text or b"").decode())


if __name__ == "__main__":
    main()
