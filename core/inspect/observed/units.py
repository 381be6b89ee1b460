"""Find the unit for a subject of a recording: by name first, or by line if no unit has the name."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from core.model import UnitHead, unit_key
from core.model.observed import ACTION, CODE, JOB, MAIL, ROUTE, VIEW, Subject
from core.open_index import OpenIndex
from core.vocabulary import BY_PATH

_INNER = re.compile(r"^(?:(?:block|rescue|ensure)(?: \(\d+ levels\))? in )+")
_SINGLETON = re.compile(r"#<Class:([\w:]+)>#")
_NOWHERE = frozenset({"<main>", "<top (required)>", "<module>", ""})
_TEMPLATE = re.compile(r"^(?:ActionView::\w+#)?_\w+__+\d+_\d+$")


class UnitsOfSubjects:
    """Finds the unit of a subject; each is looked for once."""

    def __init__(self, index: OpenIndex) -> None:
        self._index = index
        self._found: dict[Subject, UnitHead | None] = {}

    @cached_property
    def _named(self) -> Mapping[str, Sequence[UnitHead]]:
        """The units by their names; without a recording nobody asks for them."""
        found: dict[str, list[UnitHead]] = defaultdict(list)
        for head in self._index.heads:
            if head.type not in BY_PATH and not head.is_test and head.type != "table":
                found[head.identifier].append(head)
        return dict(found)

    def head(self, subject: Subject) -> UnitHead | None:
        """Return the unit that a subject means; None for what the index does not have."""
        if subject not in self._found:
            self._found[subject] = self._look(subject)
        return self._found[subject]

    def _look(self, subject: Subject) -> UnitHead | None:
        if subject.kind == ROUTE:
            return self._index.head(unit_key("route", subject.name))
        if subject.kind == VIEW:
            return self._view(subject.name)
        if subject.kind in (ACTION, MAIL):
            return self._one(self._named.get(subject.name, ())) or self._inherited(subject.name)
        if subject.kind == JOB:
            return self._one(self._named.get(subject.name, ()))
        return self._code(subject) if subject.kind == CODE else None

    def _inherited(self, name: str) -> UnitHead | None:
        """Return the method of the nearest class above, for an action that the controller itself does not define."""
        owner, _, method = name.partition("#")
        seen: set[str] = set()
        head = self._one(self._named.get(owner, ()))
        while head is not None and head.key not in seen:
            seen.add(head.key)
            bases = [one.other for one in self._index.links.out(self._index.position[head.key]) if one.kind == "inherits"]
            head = self._index.heads[bases[0]] if bases else None
            if head is not None and (found := self._one(self._named.get(f"{head.identifier}#{method}", ()))):
                return found
        return None

    def _view(self, name: str) -> UnitHead | None:
        """Return the template of a path, which may begin above the folder of templates."""
        parts = name.split("/")
        for begin in range(len(parts)):
            found = [one for one in self._named.get("/".join(parts[begin:]), ()) if one.type == "view_template"]
            if found:
                return found[0]
        return None

    def _code(self, subject: Subject) -> UnitHead | None:
        """Return the unit of a frame; what a function makes inside of itself and is no unit (a lambda) is a part of it."""
        name = _SINGLETON.sub(r"\1.", _INNER.sub("", subject.name))
        inner = self._index.around(subject.file_path, subject.line) if subject.line else None
        if not name or _TEMPLATE.match(name):
            return inner
        if name in _NOWHERE or name.startswith(("<class:", "<module:")):
            return None
        parts = name.split(".<locals>.")
        return next((found for part in reversed(parts) if (found := self._named_in(subject, part, inner))), None)

    def _named_in(self, subject: Subject, name: str, inner: UnitHead | None) -> UnitHead | None:
        last = re.split(r"[#.]|::", name)[-1]
        here = [head for head in self._in_file(subject.file_path) if last in (head.name, head.identifier)]
        exact = [head for head in here if head.identifier == name or head.start_line == subject.line]
        around = [head for head in here if head.start_line <= subject.line <= head.end_line]
        nearest = max((head.start_line for head in around), default=0)
        closest = exact or [head for head in around if head.start_line == nearest] or here
        return self._one(closest) or (inner if inner is not None and inner.name == last else None)

    def _in_file(self, path: str) -> Iterable[UnitHead]:
        return (self._index.heads[number] for number in self._index.by_file.get(path, ()))

    @staticmethod
    def _one(heads: Iterable[UnitHead]) -> UnitHead | None:
        return min(heads, key=lambda head: (head.type != "method", head.key), default=None)
