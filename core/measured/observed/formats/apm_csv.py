"""Tables of routes in CSV, as APM services export them: a row per route or per call, with columns found by name.

- New Relic: NRQL results, with columns named like the functions (`name`, `count`, `Average duration` in seconds, `Error rate`).
- Datadog: lists of resources (`resource_name`, `hits`, `errors`, `latency_avg`) and of spans (`Resource`, `Duration`).
- Skylight: lists of endpoints (`Endpoint`, `RPM`, `Typical response`).

None of these services documents its columns, so the header of a file decides.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping

from core.measured.observed.gathered import Gathered
from core.measured.observed.known import ACTION_NAME, CONSTANT
from core.measured.observed.lines import moment, number
from core.model.observed import ACTION, JOB, Figures, Subject

NAME = "APM export (CSV)"
_NAMES = {
    "name": ("name", "transaction", "transaction name", "resource", "resource name", "endpoint", "http route"),
    "calls": ("count", "calls", "hits", "requests", "call count", "throughput", "total requests"),
    "errors": ("errors", "error count", "total errors"),
    "rate": ("error rate", "errors %", "error %"),
    "mean": (
        "average duration", "avg duration", "average", "latency avg", "avg latency", "mean", "duration", "typical response",
        "response time", "average response time", "avg response time", "latency",
    ),
    "total": ("total time", "sum duration", "total duration"),
    "at": ("timestamp", "date", "time", "start"),
    "verb": ("method", "http method", "request method"),
}  # fmt: skip
_UNIT = re.compile(r"\((s|ms|us|µs|ns|sec|seconds|milliseconds)\)\s*$")
_MS = {"s": 1e3, "sec": 1e3, "seconds": 1e3, "ms": 1.0, "milliseconds": 1.0, "us": 1e-3, "µs": 1e-3, "ns": 1e-6}
_NEW_RELIC = re.compile(
    r"(?:WebTransaction/|OtherTransaction/)?(?:Controller|Sidekiq|ActiveJob|SidekiqJob|Rails|Job|Middleware)/(.+)"
)
_VERB = re.compile(r"(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) +(/\S*)")
_PATH_ACTION = re.compile(r"(?P<controller>[a-z][a-z0-9_/]{0,120})/(?P<action>[a-z_]\w{0,80})")
_MOST = 64  # columns


def fits(head: str) -> bool:
    """Tell whether the first line names a route or transaction and a time or count of it."""
    first = next(csv.reader([head.partition("\n")[0][:4_000]]), [])
    columns = _columns(first)
    return "name" in columns and bool({"calls", "mean", "total"} & set(columns)) and len(first) <= _MOST


def read(lines: Iterable[str], gathered: Gathered) -> None:
    """Gather the rows; those whose name means nothing that code may be called are counted alone."""
    rows = csv.reader(line.replace("\0", "") for line in lines)
    head = next(rows, [])
    columns, scale = _columns(head), _scales(head)
    for row in rows:
        told = {name: row[place] for name, place in columns.items() if place < len(row)}
        if told.get("name"):
            _row(gathered, told, scale)


def _row(gathered: Gathered, told: Mapping[str, str], scale: Mapping[str, float]) -> None:
    calls = max(1, round(number(told.get("calls", 1))))
    errors = round(number(told["errors"]) if "errors" in told else calls * _rate(told.get("rate", "0")))
    mean = _ms(told.get("mean", "0"), scale.get("mean", 1.0))
    total = _ms(told["total"], scale.get("total", 1.0)) if "total" in told else mean * calls
    at = _moment(told.get("at", ""))
    figures = Figures(calls, min(calls, errors), total, first=at, last=at)
    name, verb = told["name"].strip(), told.get("verb", "").strip()
    if found := _VERB.fullmatch(name if not verb or " " in name else f"{verb} {name}"):
        gathered.add(Subject("route", gathered.routes.template(found[1], found[2])), figures)
    elif subject := _named(gathered, name):
        gathered.add(subject, figures)
    else:
        gathered.left_out["rows whose name is no route, action or job"] += 1


def _named(gathered: Gathered, name: str) -> Subject | None:
    if found := _NEW_RELIC.fullmatch(name):
        name = found[1].removesuffix("/perform").removesuffix("/execute")
    if ACTION_NAME.fullmatch(name):
        return Subject(ACTION, name)
    if CONSTANT.fullmatch(name) and gathered.known.job(name):
        return Subject(JOB, name)
    path = _PATH_ACTION.fullmatch(name)
    if path is None:
        return None
    owner = "::".join("".join(word.capitalize() for word in part.split("_")) for part in path["controller"].split("/"))
    action = f"{owner}Controller#{path['action']}"
    return Subject(ACTION, action) if action in gathered.known.names else None


def _columns(head: list[str]) -> dict[str, int]:
    plain = [re.sub(r"[\s_.]+", " ", _UNIT.sub("", one.strip().lower())).strip() for one in head]
    found = {}
    for name, known in _NAMES.items():
        place = next((plain.index(one) for one in known if one in plain), -1)
        if place >= 0:
            found[name] = place
    return found


def _scales(head: list[str]) -> dict[str, float]:
    """Return what makes milliseconds of the times of a column: its unit, else seconds for New Relic's own names."""
    found = {}
    for name, place in _columns(head).items():
        unit = _UNIT.search(head[place].lower())
        seconds = head[place].strip().lower() in ("average duration", "duration", "total duration", "sum duration")
        found[name] = _MS[unit[1]] if unit else 1e3 if seconds else 1.0
    return found


def _ms(told: str, scale: float) -> float:
    found = re.fullmatch(r"\s*([\d.,]+)\s*(ns|us|µs|ms|s)?\s*", told)
    if found is None:
        return 0.0
    return number(found[1]) * (_MS[found[2]] if found[2] else scale)


def _rate(told: str) -> float:
    share = number(told)
    return share / 100 if "%" in told or share > 1 else share


def _moment(told: str) -> float:
    if re.fullmatch(r"\d{10}|\d{13}", told.strip()):
        return float(told.strip()[:10])
    return moment(told)
