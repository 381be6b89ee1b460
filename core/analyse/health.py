"""All files beside each other: size, change, complexity, use, cycles, and who knows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.analyse.cycles import Cycle
from core.analyse.hotspots import percentiles
from core.analyse.result import Result
from core.analyse.sizes import tiles
from core.analyse.windows import YEAR
from core.model import History, UnitHead
from core.vocabulary import BY_PATH


@dataclass(frozen=True, slots=True)
class FileHealth:
    """One file with code, tests aside: `risk` is how often it changes times how complicated it is, both as ranks (0 to 1).

    `commits` are those of the days that were asked for, `complexity` counts the branches of its units and 1, `used_by` the
    units elsewhere that use its most used one, `cycle` the files of the cycle that it is in, 0 for none. `authors` counts who
    ever changed it, `main_author` made most of its commits, `code_owner` owns it by CODEOWNERS; both are empty if unknown.
    """

    file: str
    risk: float
    lines: int
    commits: int
    complexity: int
    used_by: int
    cycle: int
    authors: int = 0
    main_author: str = ""
    code_owner: str = ""


@dataclass(frozen=True, slots=True)
class HealthNumbers:
    """The health of one version of an index in four numbers; `violations` is None where no rules are declared.

    `in_cycles` counts classes, `largest_cycle` those of the largest cycle, `against_layering` lines.
    """

    version: int
    built_at: str
    commit: str
    in_cycles: int
    largest_cycle: int
    against_layering: int
    violations: int | None


def file_health(
    heads: Mapping[str, UnitHead], metrics: Mapping[str, Mapping[str, float]], histories: Mapping[str, History],
    cycles: Iterable[Cycle], days: int = YEAR, owners: Mapping[str, str] | None = None,
) -> Result[FileHealth]:  # fmt: skip
    """Return the files with code, the riskiest first, then the largest; without history nothing is known of risk."""
    sized = tiles(heads.values(), histories, days=days)
    files = [tile for tile in sized if tile.kind == "file"]
    branches, used = _by_file(heads, metrics)
    sizes = {path: cycle.size for cycle in cycles for path in cycle.units}
    authors = {heads[key].file_path: one.authors for key, one in histories.items() if key in heads and one.authors}
    change = percentiles([tile.commits for tile in files]) if files else []
    complicated = percentiles([branches.get(tile.id, 0) for tile in files]) if files else []
    found = [
        FileHealth(
            tile.id, round(change[at] * complicated[at], 3) if tile.commits else 0.0, tile.lines, tile.commits,
            1 + branches.get(tile.id, 0), used.get(tile.id, 0), sizes.get(tile.id, 0), len(authors.get(tile.id, ())),
            next(iter(authors.get(tile.id, ())), ""), (owners or {}).get(tile.id, ""),
        )
        for at, tile in enumerate(files)
    ]  # fmt: skip
    found.sort(key=lambda one: (-one.risk, -one.lines, one.file))
    said = "Risk: change frequency times complexity, each as a percentile."
    return Result(FileHealth, "Files", tuple(found), (said, *sized.notes))


def _by_file(
    heads: Mapping[str, UnitHead], metrics: Mapping[str, Mapping[str, float]]
) -> tuple[dict[str, int], dict[str, int]]:
    """Return by file the branches of all its units, and how many units elsewhere use the most used one."""
    branches: dict[str, int] = {}
    used: dict[str, int] = {}
    for key, head in heads.items():
        if head.type not in BY_PATH:
            measured, path = metrics.get(key, {}), head.file_path
            branches[path] = branches.get(path, 0) + int(measured.get("complexity", 1)) - 1
            used[path] = max(used.get(path, 0), int(measured.get("fan_in", 0)))
    return branches, used
