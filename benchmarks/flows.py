"""What flows say happens, against what a booted Redmine really does: steps found, their order, false steps.

    python -m benchmarks.flows -i INDEX --root REDMINE [--depth N] [--requests FILE] [--trace FILE] [--all]

Sends the requests of `flows_redmine.json` to the application of `--root` (`rails runner benchmarks/trace_requests.rb`, which
writes its database), or reads what an earlier run wrote (`--trace`). A step that ran is a filter of the action, the action,
a callback of a model, a mail, a template, or a table that was written; each counts once for a request. A step is false when
the flow has it without any condition and it did not run. Order: of the methods that both have, pairs of neighbours in the
same order. Last, how many of all methods of the application that ran are in the flow at all, and the milliseconds of the
process for the flow when it is asked for the first time and again. With `--all`, what is missing, false or in another order.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from core.model import split_key
from core.model.flow import Flow
from core.workbench import Workbench, open_workbench

HERE = Path(__file__).parent
_WRITE = re.compile(r'(?:INSERT INTO|UPDATE|DELETE FROM) "?(\w+)"?', re.IGNORECASE)
_ORDERED = ("filter", "policy", "action", "callback")  # what a framework puts in order; calls stand where they are written
_KINDS = ("filter", "action", "callback", "mail", "template", "table")


@dataclass(slots=True)
class Compared:
    """One request: the steps that ran by kind, those of the flow, and what of them is in both."""

    entry: str
    ran: dict[str, list[str]] = field(default_factory=dict)
    told: set[str] = field(default_factory=set)
    sure: set[str] = field(default_factory=set)
    entered: set[str] = field(default_factory=set)
    turned: list[tuple[str, str]] = field(default_factory=list)
    order: tuple[int, int] = (0, 0)
    methods: tuple[int, int] = (0, 0)
    milliseconds: tuple[float, float] = (0.0, 0.0)

    def missing(self, kind: str) -> list[str]:
        """Return the steps of a kind that ran and are not in the flow."""
        return [name for name in self.ran.get(kind, ()) if name not in self.told]

    def false(self) -> list[str]:
        """Return the steps that the flow has without a condition and that did not run."""
        return sorted(self.sure - self.entered)


def traces(root: Path, requests: Path) -> list[dict[str, Any]]:
    """Return what ran for each request, asked of the booted application."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "trace.json"
        given = {"TRACE_OUT": str(out), "TRACE_REQUESTS": str(requests.resolve()), "RAILS_ENV": "production"}
        command = ["ruby", "bin/rails", "runner", str(HERE / "trace_requests.rb")]
        subprocess.run(command, cwd=root, env={**os.environ, **given}, check=True, timeout=600)
        found: list[dict[str, Any]] = json.loads(out.read_text("utf-8"))
    return found


class Comparing:
    """Compares traces with flows of one index."""

    def __init__(self, bench: Workbench, depth: int) -> None:
        self.bench, self.depth = bench, depth
        heads = [head for head in bench.heads.values() if head.type == "method"]
        self.by_place = {(head.file_path, head.start_line): head.key for head in heads}
        self.callbacks = {relation.target for relation in bench.relations if relation.kind == "runs"}
        self.filters = {(relation.source, relation.target) for relation in bench.relations if relation.kind == "filters_with"}
        self.views = {head.file_path: head.key for head in bench.heads.values() if head.type == "view_template"}
        self.tables = {r.source: split_key(r.target)[1] for r in bench.relations if r.kind == "stored_in"}
        shown = {relation.source for relation in bench.relations if relation.kind == "renders"}
        self.mails = {key for key in shown if split_key(bench.heads[key].parent)[0] == "mailer"}

    def compare(self, trace: Mapping[str, Any]) -> Compared:
        """Return how the flow of a request compares with what it did."""
        started = time.process_time()
        flow = self.bench.flow(trace["entry"], depth=self.depth)
        between = time.process_time()
        self.bench.flow(trace["entry"], depth=self.depth)
        taken = (between - started) * 1000, (time.process_time() - between) * 1000
        found = Compared(trace["entry"], milliseconds=taken)
        action = next((step.unit for step in flow.steps if step.kind == "action"), "")
        methods = self._methods(trace["steps"])
        found.ran = self._ran(trace["steps"], methods, action)
        found.told, found.sure = self._told(flow)
        found.entered = set(methods)
        whole = {step.unit for _, step in self.bench.flow(trace["entry"], depth=self.depth, whole=True).walk()}
        found.methods = (sum(key in whole for key in methods), len(methods))
        told = list(dict.fromkeys(step.unit for _, step in flow.walk() if step.unit and step.kind in _ORDERED))
        both = [key for key in methods if key in set(told) and key in {*found.ran["filter"], *found.ran["callback"], action}]
        places = {key: told.index(key) for key in both}
        found.turned = [(one, other) for one, other in pairwise(both) if places[one] > places[other]]
        found.order = (max(0, len(both) - 1) - len(found.turned), max(0, len(both) - 1))
        return found

    def _methods(self, steps: Sequence[Mapping[str, Any]]) -> list[str]:
        places = ((step["file"], step["line"]) for step in steps if step["kind"] == "call")
        return list(dict.fromkeys(self.by_place[place] for place in places if place in self.by_place))

    def _ran(self, steps: Sequence[Mapping[str, Any]], methods: Sequence[str], action: str) -> dict[str, list[str]]:
        views = (step["file"] for step in steps if step["kind"] == "render")
        written = (found.group(1) for step in steps if step["kind"] == "sql" and (found := _WRITE.match(step["what"].strip())))
        return {
            "filter": [key for key in methods if (action, key) in self.filters],
            "action": [key for key in methods if key == action],
            "callback": [key for key in methods if key in self.callbacks and (action, key) not in self.filters],
            "mail": [key for key in methods if key in self.mails],
            "template": list(dict.fromkeys(self.views[path] for path in views if path in self.views)),
            "table": [f"table {name}" for name in dict.fromkeys(written)],
        }

    def _told(self, flow: Flow) -> tuple[set[str], set[str]]:
        """Return the steps of a flow, and those that it has without any condition around them."""
        told: set[str] = set()
        sure: set[str] = set()
        path: list[bool] = []
        for depth, step in flow.walk():
            path[depth:] = [not step.conditions and step.certainty == "declared" and (depth == 0 or path[depth - 1])]
            for name in self._names(step.unit, step.kind, step.what):
                told.add(name)
                if path[depth] and step.kind in ("filter", "policy", "action", "callback"):
                    sure.add(name)
        return told, sure

    def _names(self, unit: str, kind: str, what: str) -> Iterator[str]:
        if unit:
            yield unit
        model = re.search(r"\(([\w:]+)\)$", what)
        if kind in ("save", "destroy", "write", "dependent") and model:
            yield f"table {self.tables.get(f'model:{model.group(1)}', '')}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-i", "--index", required=True)
    parser.add_argument("--root", type=Path)
    parser.add_argument("--requests", type=Path, default=HERE / "flows_redmine.json")
    parser.add_argument("--trace", type=Path)
    parser.add_argument("--depth", type=int, default=4)
    parser.add_argument("--all", action="store_true")
    given = parser.parse_args()
    if given.trace is None and given.root is None:
        parser.error("give --root, the folder of a Redmine that boots, or --trace, what an earlier run wrote")
    told = json.loads(given.trace.read_text("utf-8")) if given.trace else traces(given.root, given.requests)
    comparing = Comparing(open_workbench(given.index), given.depth)
    rows = [comparing.compare(one) for one in told if "steps" in one]
    print(f"| entry | {' | '.join(f'{kind}s' for kind in _KINDS)} | order | false | all methods | ms |")
    print("|---|" + "---|" * (len(_KINDS) + 4))
    for row in rows:
        cells = [f"{len(row.ran[kind]) - len(row.missing(kind))}/{len(row.ran[kind])}" for kind in _KINDS]
        known = f"{row.order[0]}/{row.order[1]} | {len(row.false())} | {row.methods[0]}/{row.methods[1]}"
        taken = f"{row.milliseconds[0]:.0f}, {row.milliseconds[1]:.0f}"
        print(f"| {row.entry} | {' | '.join(cells)} | {known} | {taken} |")
    _sums(rows)
    for one in told:
        if "error" in one:
            print(f"{one['entry']}: {one['error']}")
    for row in rows if given.all else ():
        missing = [name for kind in _KINDS for name in row.missing(kind)]
        print(f"{row.entry}: missing {missing}; false {row.false()}; turned {row.turned}")


def _sums(rows: Sequence[Compared]) -> None:
    """Print the last row: the sums, and how many steps of all kinds were found."""
    cells = []
    for kind in _KINDS:
        ran = sum(len(row.ran[kind]) for row in rows)
        cells.append(f"{ran - sum(len(row.missing(kind)) for row in rows)}/{ran}")
    order = f"{sum(row.order[0] for row in rows)}/{sum(row.order[1] for row in rows)}"
    methods = f"{sum(row.methods[0] for row in rows)}/{sum(row.methods[1] for row in rows)}"
    false = sum(len(row.false()) for row in rows)
    print(f"| all | {' | '.join(cells)} | {order} | {false} | {methods} | |")


if __name__ == "__main__":
    main()
