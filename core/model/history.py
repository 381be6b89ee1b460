"""What git knows of the lines of one unit."""

from __future__ import annotations

from dataclasses import dataclass

from core.model.shown import Shown
from core.model.units import Commit


@dataclass(frozen=True, slots=True)
class LineHistory(Shown):
    """The commits that changed the lines of a unit, newest first; `problem` says why there may be more, or none."""

    unit_key: str
    commits: tuple[Commit, ...]
    problem: str = ""

    @property
    def authors(self) -> tuple[str, ...]:
        """Who made them, most commits first, ties by name."""
        counted = {one.author: sum(other.author == one.author for other in self.commits) for one in self.commits}
        return tuple(sorted(counted, key=lambda author: (-counted[author], author)))

    @property
    def sentence(self) -> str:
        """How often, when last and by how many, in words."""
        if not self.commits:
            return f"Unknown: {self.problem}." if self.problem else "None: no commit changed these lines."
        count, people = len(self.commits), len(self.authors)
        said = f"{count} commit{'s' * (count != 1)} by {people} {'person' if people == 1 else 'people'} changed these lines"
        return f"{said}, the last on {self.commits[0].date[:10]}{f'; not all: {self.problem}' if self.problem else ''}."

    def to_rows(self) -> list[dict[str, str]]:
        """Return one flat dictionary per commit."""
        return [{"commit": one.sha, "date": one.date, "author": one.author, "subject": one.subject} for one in self.commits]

    def __str__(self) -> str:
        return "\n".join(
            [self.sentence, *(f"{one.sha[:10]} {one.date[:10]} {one.author}: {one.subject}" for one in self.commits)]
        )
