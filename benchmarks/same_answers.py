"""Store what an index answers, and say what another version of the code answers differently.

    python -m benchmarks.same_answers FOLDER [-i INDEX] [--questions FILE]... [--against FOLDER]

asks INDEX every question of the question sets named and some typical ones, every analysis, several units with what is around
them, and opens every page; each output goes to a file in FOLDER, without the seconds that it took. With `--against` it then
prints the files of the two folders that differ, byte for byte, and ends with status 1 if any does. A change that only moves
code about leaves all of them as they are. The index must be the same one both times.
"""

from __future__ import annotations

import argparse
import inspect
import json
import logging
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from click.testing import CliRunner

import core.runtime.trace
import core.workbench
from core.cli import cli
from core.runtime.once import Once
from core.workbench import Workbench
from core.workbench.overlays import OVERLAYS

ROOT = Path(__file__).parents[1]
TYPICAL = (
    "How does an order get from the basket to the customer?", "who is told when an issue changes?", "Order", "Issue#save",
    "Where is the total computed?", "What calls deliver?", "which tests cover the payment?", "why is the queue slow",
    "How do I add a new status?", "compare Order and Invoice", "GET /orders", "What happens when a user signs in?",
    "kubernetes operator reconciliation loop", "config/routes.rb", "before_action in ApplicationController", "zzz",
)  # fmt: skip
VIEWS: Mapping[str, tuple[str, ...]] = {
    "home": ("",), "search": ("results", "answer", "context", "why"), "code": ("",), "map": ("map", "matrix", "treemap"),
    "health": ("cycles", "hotspots", "findings", "hubs", "rules", "trend"), "changes": ("recent", "compare", "together"),
    "settings": ("indexes", "coverage", "settings", "evaluation"),
}  # fmt: skip
SIDES = ("used by", "uses", "flow", "data", "inside", "tests", "history", "around")
AROUND = ("neighbours", "impact", "path", "similar")
EXPLAINED = ("dropped", "stages", "settings", "budget")
FOUND = ("unused", "unread columns", "schema", "missing indexes", "misplaced", "unreached", "environment")
_UNITS = 12  # of the most used ones


def main(arguments: Sequence[str]) -> int:
    """Write the folder; with `--against` print what differs and return 1 if anything does."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("-i", "--index", default="sample")
    parser.add_argument("--questions", type=Path, action="append", default=[])
    parser.add_argument("--against", type=Path)
    given = parser.parse_args(arguments)
    written = store(given.folder, given.index, [*TYPICAL, *(one for path in given.questions for one in asked(path))])
    print(f"{written} outputs in {given.folder}")
    broken = [
        path.name for path in sorted(given.folder.iterdir()) if "\nexception: " in f"\n{path.read_text(encoding='utf-8')}"
    ]
    print("\n".join(f"{name}: the page ends in an exception" for name in broken), end="\n" if broken else "")
    if given.against is None:
        return bool(broken)
    found = differences(given.folder, given.against)
    print("\n".join(found) or f"the same as in {given.against}, byte for byte")
    return bool(found or broken)


def asked(path: Path) -> list[str]:
    """Return the questions of a question set, in its order."""
    return [one["query"] for one in json.loads(path.read_text(encoding="utf-8"))["queries"]]


def differences(folder: Path, before: Path) -> list[str]:
    """Return a line for every file that is in one folder only or has other bytes, ordered by name."""
    names = sorted({path.name for place in (folder, before) for path in place.iterdir()})
    found = []
    for name in names:
        new, old = folder / name, before / name
        if not (new.exists() and old.exists()):
            found.append(f"{name}: only in {folder if new.exists() else before}")
        elif new.read_bytes() != old.read_bytes():
            found.append(f"{name}: {_first_difference(old.read_text(), new.read_text())}")
    return found


def store(folder: Path, index: str, questions: Sequence[str]) -> int:
    """Write one file per command and page into the folder, which must be empty or new; return how many."""
    folder.mkdir(parents=True)
    core.runtime.trace.perf_counter = lambda: 0.0  # type: ignore[attr-defined]  # every step of every run takes no time
    logging.disable()  # Streamlit warns on every page that no browser asks for it
    core.workbench.open_workbench = _kept_open  # type: ignore[assignment]  # opening it for each command takes longest
    bench = _kept_open(index)
    units = [str(row["unit"]) for row in bench.overview.central[:_UNITS]]
    count = 0
    for command in (*commands(index, bench, units, questions), *refusals(index)):
        _write(folder, count, " ".join(command), _answer(command))
        count += 1
    for name, value in cells(bench, units, questions):
        html = getattr(value, "_repr_html_", str)()
        _write(folder, count, f"cell {name}", f"{value}\n--- as HTML ---\n{html}".replace("><", ">\n<"))
        count += 1
    for page, parameters in pages(bench, units, questions):
        _write(folder, count, f"page {page} {' '.join(parameters.values())}", _drawn(index, page, parameters))
        count += 1
    return count


def commands(index: str, bench: Workbench, units: Sequence[str], questions: Sequence[str]) -> Iterator[list[str]]:
    """Yield the arguments of every command to run."""
    json_ = ["-i", index, "-f", "json"]
    for question in questions:
        yield ["ask", question, *json_]
    for question in questions[:4]:
        for more in (["-v"], ["--only-sources"], ["-f", "xml"], ["-f", "markdown"]):
            yield ["context", question, "-i", index, *more]
        yield from (["ask", question, "-i", index], ["ask", question, "-i", index, "--why", units[0]])
        yield ["ask", "and where is it called?", "--after", question, *json_]
    for what in analyses(bench.analyse):
        yield ["analyze", what.replace("_", "-"), *json_]
        yield ["analyze", what.replace("_", "-"), "-i", index]
    for what in ("hubs", "cycles", "coupling", "layers", "matrix", "misplaced", "bridges", "orphans"):
        yield from (["analyze", what, "--level", level, *json_] for level in ("folder", "namespace", "file"))
    for unit in units:
        yield from ([verb, unit, *json_] for verb in ("show", "deps", "dependents"))
        yield from ([verb, unit, "-i", index] for verb in ("show", "deps", "dependents"))
    for first, second in pairwise(units):
        yield ["path", first, second, *json_]
        yield ["path", second, first, "-i", index]
    yield from (["diff", "-i", index, "-f", "json"], ["status", "--coverage", *json_])


def analyses(analysis: object) -> list[str]:
    """Return the names of the analyses that need no argument, in alphabetical order."""
    found = []
    for name, method in inspect.getmembers(type(analysis), inspect.isfunction):
        asked_for = list(inspect.signature(method).parameters.values())[1:]
        if not name.startswith("_") and all(one.default is not inspect.Parameter.empty for one in asked_for):
            found.append(name)
    return found


def cells(bench: Workbench, units: Sequence[str], questions: Sequence[str]) -> Iterator[tuple[str, object]]:
    """Yield values that a notebook shows, each with a name."""
    yield from ((name, getattr(bench.analyse, name)()) for name in analyses(bench.analyse))
    run = bench.ask(questions[0])
    yield from (
        ("run", run),
        ("context", run.context),
        ("why", bench.why(run, units[0])),
        ("why not", bench.why_not(run, units[1])),
    )
    yield from (
        ("workbench", bench),
        ("overview", bench.overview),
        ("unit", bench.unit(units[0])),
        ("link", bench.pages.link("changes")),
    )
    yield from (("sheet", bench.sheet(unit)) for unit in units[:4])
    yield from (("dependents", bench.dependents(units[0], depth=2)), ("dependencies", bench.dependencies(units[0])))
    yield from (("impact", bench.analyse.impact(units[0])), ("path", bench.analyse.paths(units[0], units[1])))


def refusals(index: str) -> Iterator[list[str]]:
    """Yield commands that end in a sentence."""
    yield from (["show", "Nobody#knows", "-i", index], ["analyze", "hub", "-i", index], ["ask", "", "-i", index])


def pages(bench: Workbench, units: Sequence[str], questions: Sequence[str]) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield every page with the parameters of its address: each view, each side of a unit, and what a click chooses."""
    user = str(bench.dependents(units[0]).rows[0]["unit"])
    cell = bench.analyse.matrix("unit").items[0]
    for page, views in VIEWS.items():
        about = {"search": {"q": questions[0], "why": units[1]}}.get(page, {})
        yield from ((page, {**about, "view": view} if view else about) for view in views)
    yield from (("search", {"q": questions[1], "view": "why", "explain": part}) for part in EXPLAINED)
    yield from (("health", {"view": "findings", "list": name}) for name in FOUND)
    yield from (("map", {"overlay": name}) for name in OVERLAYS)
    yield from ((page, {"scope": "path:app"}) for page in ("map", "health", "changes"))
    yield from (("code", {"unit": units[2], "side": side}) for side in SIDES)
    yield from (("code", {"unit": user, "to": units[0], "side": "around", "around": view}) for view in AROUND)
    yield from (("code", {"unit": unit, "side": "around"}) for unit in units[3:6])
    yield from (("map", {"view": view, "level": "namespace"}) for view in ("map", "matrix"))
    yield from (("health", {"view": view, "level": "folder"}) for view in ("hubs", "cycles"))
    yield "code", {"unit": units[0], "side": "around", "link": f"{user} → {units[0]}"}
    yield "map", {"view": "matrix", "level": "unit", "cell": f"{cell.source}|{cell.target}"}


def _answer(command: list[str]) -> str:
    done = CliRunner().invoke(cli, command)
    said = done.exception if done.exception and not isinstance(done.exception, SystemExit) else ""
    return f"status {done.exit_code} {said}\n{done.stdout}\n--- to stderr ---\n{done.stderr}"


def _drawn(index: str, page: str, parameters: Mapping[str, str]) -> str:
    """Return what a page shows beside its sidebar: its texts, then the markup of its panels and the rows of its tables."""
    from streamlit.testing.v1 import AppTest

    at = AppTest.from_file(str(ROOT / "pages" / "shell.py"), default_timeout=120)
    at.switch_page(str(ROOT / "pages" / f"{page}.py"))
    for name, value in {"index": index, **parameters}.items():
        at.query_params[name] = value
    at.run()
    texts = [
        f"{kind}: {getattr(one, 'value', one.label if hasattr(one, 'label') else '')}"
        for kind in ("title", "subheader", "caption", "markdown", "warning", "error", "exception", "code", "metric")
        for one in at.main.get(kind)
    ]
    panels = [json.loads(one.proto.json).get("html", "").replace("><", ">\n<") for one in at.main.get("bidi_component")]
    tables = [one.value.to_csv() for one in at.main.dataframe]
    return "\n\n".join([*texts, *panels, *tables])


def _kept_open(index: str | None = None, *, settings: Any = None) -> Workbench:
    """Open an index as `open_workbench` does, once for each name and choice of settings."""
    return _OPEN.get(f"{index} {settings!r}", lambda: _opened(index, settings=settings))


_OPEN = Once()
_opened = core.workbench.open_workbench


def _write(folder: Path, number: int, name: str, text: str) -> None:
    slug = re.sub(r"[^a-zA-Z0-9]+", "-", name).strip("-")[:80]
    (folder / f"{number:04}-{slug}.txt").write_text(text, encoding="utf-8")


def _first_difference(old: str, new: str) -> str:
    before, after = old.split("\n"), new.split("\n")
    for number, (one, other) in enumerate(zip(before, after, strict=False), 1):
        if one != other:
            return f"line {number}: {one[:160]!r} is now {other[:160]!r}"
    return f"{len(before)} lines are now {len(after)}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
