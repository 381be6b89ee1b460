"""Small real graphs for the analysis tests, written as lines of text."""

from __future__ import annotations

from typing import NamedTuple

from core.analyse import Analysis
from core.analyse.view import in_order
from core.model import Relation, UnitHead, split_key


def head(key: str, *, parent: str = "", namespace: str = "", path: str = "", test: bool | None = None) -> UnitHead:
    """A unit of this key; its file is named after it unless `path` says otherwise."""
    type_, identifier = split_key(key)
    name = identifier.split("::")[-1].split("#")[-1]
    is_test = type_ == "test" if test is None else test
    file_path = path or f"app/{type_}s/{name.lower()}.rb"
    return UnitHead(type_, identifier, name, namespace, "ruby", file_path, 1, 9, "", parent, is_test, "static")


def relations(text: str) -> list[Relation]:
    """One relation per line, `SOURCE KIND TARGET [LINE]`, in the file of the source's name; `#` starts no comment."""
    found = []
    for number, line in enumerate(text.strip().splitlines(), start=1):
        source, kind, target, *at = line.split()
        file_path = f"{split_key(source)[1].split('#')[0].lower()}.rb"
        found.append(Relation(source, target, kind, file_path, int(at[0]) if at else number))
    return found


class Graph(NamedTuple):
    """Units by key, and the relations between them."""

    units: dict[str, UnitHead]
    relations: tuple[Relation, ...]


def graph(text: str, *heads: UnitHead) -> Graph:
    """The graph of these relations; units that are not among the heads are made from their keys."""
    links = relations(text)
    known = {one.key: one for one in heads}
    for link in links:
        for key in (link.source, link.target):
            known.setdefault(key, head(key))
    return Graph(known, in_order(links, known))


def analysis(text: str, *heads: UnitHead) -> Analysis:
    """The analysis of the graph of these relations."""
    return of(graph(text, *heads))


def of(made: Graph) -> Analysis:
    """The analysis of a graph."""
    return Analysis(made.units, lambda: sorted(made.relations, key=lambda one: (one.source, one.target)))


def letters(text: str) -> Analysis:
    """The analysis of a graph written as `ab bc ca`: classes of one letter that call each other."""
    lines = "\n".join(f"class:{pair[0]} calls class:{pair[1]}" for pair in text.split())
    return analysis(lines)
