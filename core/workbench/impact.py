"""What a change reaches: the units that depend on what it touches, nearest and most used first, tests apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core.errors import SettingsError
from core.inspect.touched import touched
from core.model.address import IndexAddress
from core.model.frames import FramedRows
from core.model.sheet import RelationRow
from core.model.text_table import text_table
from core.workbench.observed import observed_text

if TYPE_CHECKING:
    from core.workbench.open_bench import OpenBench

_NAMED = 20
_COLUMNS = ("unit", "kind", "distance", "file_path", "line", "certainty", "is_test", "text")


@dataclass(frozen=True, slots=True)
class Impact(FramedRows):
    """The units that a change touches (keys), and the relations by which others depend on them.

    `code` and `tests` are ordered by distance, then by how much the unit itself is used; each unit stands with its nearest
    relations only. `unknown` are files of a diff that the index does not have, `observed` says what recordings of the running
    application counted of what is touched and of what depends on it.
    """

    columns = _COLUMNS
    touched: tuple[str, ...]
    code: tuple[RelationRow, ...]
    tests: tuple[RelationRow, ...]
    depth: int
    unknown: tuple[str, ...] = ()
    observed: str = ""
    pages: IndexAddress | None = field(default=None, compare=False)

    @property
    def sentence(self) -> str:
        """What is touched, and how many units and tests use it."""
        more = f" +{len(self.touched) - _NAMED}" if len(self.touched) > _NAMED else ""
        code, tests = ({row["unit"] for row in rows} for rows in (self.code, self.tests))
        unknown = f" Not in the index: {', '.join(self.unknown[:_NAMED])}." if self.unknown else ""
        named = ", ".join(self.touched[:_NAMED]) or "no unit"
        using = f"{len(code)} units and {len(tests)} tests use them, up to {self.depth} steps away"
        return f"Touched: {named}{more}. {using}.{unknown} {self.observed}".rstrip()

    def to_rows(self) -> list[dict[str, object]]:
        """Return the relations as flat dictionaries, code before tests."""
        return [dict(row) for row in (*self.code, *self.tests)]

    def __str__(self) -> str:
        return f"{self.sentence}\n{text_table(_COLUMNS, self.to_rows())}"


def impact(bench: OpenBench, diff: str = "", name: str = "", *, depth: int = 2) -> Impact:
    """Return the dependents of one unit, or of all units that a unified diff changes, up to `depth` steps away.

    Raises `SettingsError` unless exactly one of them is given, and for a diff without a hunk.
    """
    if bool(diff) == bool(name):
        raise SettingsError("Give either a unified diff or the name of a unit.")
    found = touched(bench.index, diff) if diff else None
    keys = found.units if found else (bench.head(name).key,)
    rows = [row for key in keys for row in _users(bench, key, depth) if row["unit"] not in keys]
    nearest: dict[str, int] = {}
    for row in rows:
        nearest[row["unit"]] = min(row["distance"], nearest.get(row["unit"], row["distance"]))
    kept = _ordered(bench, [row for row in rows if row["distance"] == nearest[row["unit"]]])
    return Impact(
        keys, tuple(row for row in kept if not row["is_test"]), tuple(row for row in kept if row["is_test"]), depth,
        found.unknown if found else (), observed_text(bench, [*keys, *nearest]), bench.pages,
    )  # fmt: skip


def _users(bench: OpenBench, key: str, depth: int) -> Sequence[RelationRow]:
    from core.workbench.sheets import neighbour_list

    return neighbour_list(bench, key, depth=depth, kinds=(), tests=True, forwards=False).rows


def _ordered(bench: OpenBench, rows: Sequence[RelationRow]) -> list[RelationRow]:
    metrics = bench.metrics
    return sorted(rows, key=lambda row: (row["distance"], -metrics.get(row["unit"], {}).get("fan_in", 0.0), row["unit"]))
