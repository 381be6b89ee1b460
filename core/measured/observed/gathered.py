"""Figures and calls of a recording while it is read: added up at once, so that a file of any length needs little memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from core.measured.observed.known import KnownNames
from core.measured.observed.route_paths import RoutePaths
from core.measured.observed.statements import is_elsewhere, is_query, masked
from core.model.observed import ACTION, CODE, QUERY, ROUTE, Figures, SeenCall, Subject

_MOST = 100_000  # subjects, and calls between them, of one recording


class Gathered:
    """What a reader of a format has found so far; nothing that it is given is kept but names without values."""

    def __init__(self, known: KnownNames) -> None:
        self.known = known
        self.routes = RoutePaths(known.routes)
        self.figures: dict[Subject, Figures] = {}
        self.seen: Counter[SeenCall] = Counter()
        self.left_out: Counter[str] = Counter()
        self.samples = 0  # of a profile, in all

    def add(self, subject: Subject, figures: Figures) -> None:
        """Add figures to those of a subject."""
        if subject not in self.figures and len(self.figures) >= _MOST:
            self.left_out["more names than are kept"] += 1
        else:
            self.figures[subject] = self.figures.get(subject, Figures()) + figures

    def call(self, caller: Subject, callee: Subject, via: str = "", times: int = 1) -> None:
        """Add that one subject set off another."""
        one = SeenCall(caller, callee, via)
        if caller != callee and (one in self.seen or len(self.seen) < _MOST):
            self.seen[one] += times

    def request(self, verb: str, path: str, action: str, figures: Figures) -> None:
        """Add a request by its verb and path, and the action that answered it where that is told."""
        route = Subject(ROUTE, self.routes.of(verb, path))
        self.add(route, figures)
        if action:
            self.add(Subject(ACTION, action), figures)
            self.call(route, Subject(ACTION, action))

    def statement(self, sql: str, figures: Figures, by: Sequence[Subject] = (), escapes: bool | None = None) -> bool:
        """Add a statement of SQL and that these set it off; tell whether it asks or changes rows (`escapes`: see `masked`)."""
        told = masked(sql, self.known.words, escapes)
        if not is_query(told):
            return False
        if is_elsewhere(told):
            self.left_out["statements of no table that the code names"] += 1
            return False
        subject = Subject(QUERY, told)
        self.add(subject, figures)
        for caller in by:
            self.call(caller, subject)
        return True

    def placed(self, paths: dict[str, str]) -> None:
        """Give code the paths of the index that its own mean; code of other files is left out."""
        before, calls = self.figures, self.seen
        self.figures, self.seen = {}, Counter()
        for subject, figures in before.items():
            if (known := _placed(subject, paths)) is not None:
                self.add(known, figures)
        for one, times in calls.items():
            caller, callee = _placed(one.caller, paths), _placed(one.callee, paths)
            if caller is not None and callee is not None:
                self.call(caller, callee, one.via, times)

    @property
    def span(self) -> tuple[float, float]:
        """The first and the last time that is told, 0 without any."""
        told = [one for one in self.figures.values() if one.last]
        return min((one.first for one in told), default=0.0), max((one.last for one in told), default=0.0)


def _placed(subject: Subject, paths: dict[str, str]) -> Subject | None:
    if subject.kind != CODE or not subject.file_path:
        return subject
    path = paths.get(subject.file_path)
    return None if path is None else subject._replace(file_path=path)
