"""Requests in lograge's format, one line each, as `key=value` or JSON (README of roidrage/lograge).

Lograge itself writes `method`, `path`, `controller`, `action`, `status`, `duration`, `db` and `view`. The time comes from a
field of the application (`time`, `timestamp`, `@timestamp`), or from the log formatter at the start of the line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping

from core.measured.observed.gathered import Gathered
from core.measured.observed.known import ACTION_NAME
from core.measured.observed.lines import moment, number
from core.model.observed import Figures

NAME = "lograge"
_PAIR = re.compile(r"([@\w.]{1,60})=('[^']*'|\"[^\"]*\"|\S*)")
_WHEN = re.compile(r"\[(\d{4}-\d\d-\d\dT[\d:.]+)")
_TIMES = ("time", "timestamp", "@timestamp", "at")


def fits(head: str) -> bool:
    """Tell whether a text begins with such lines."""
    return any(_is_request(_pairs(line)) for line in head.splitlines()[:400] if "duration" in line and "controller" in line)


def read(lines: Iterable[str], gathered: Gathered) -> None:
    """Gather the requests; other lines are passed over."""
    for line in lines:
        if "controller" in line and _is_request(told := _pairs(line)):
            when = next((moment(told[name]) for name in _TIMES if name in told), 0.0)
            if not when and (before := _WHEN.search(line[:80])):
                when = moment(before[1])
            _request(gathered, told, when)


def _request(gathered: Gathered, told: Mapping[str, str], when: float) -> None:
    controller = told["controller"].replace("/", "::")
    name = f"{controller}#{told.get('action', '')}"
    action = name if ACTION_NAME.fullmatch(name) else ""
    failed = int(told.get("status", "").startswith("5"))
    figures = Figures(1, failed, number(told["duration"]), 0, 0, number(told.get("db", 0)), when, when)
    gathered.request(told["method"], told["path"], action, figures)


def _is_request(told: Mapping[str, str]) -> bool:
    return all(name in told for name in ("method", "path", "controller", "duration"))


def _pairs(line: str) -> Mapping[str, str]:
    begin = line.find("{")
    if begin >= 0 and '"controller"' in line:
        try:
            told = json.loads(line[begin:])
        except (ValueError, RecursionError):
            return {}
        return {name: str(value) for name, value in told.items()} if isinstance(told, dict) else {}
    return {name: value.strip("'\"") for name, value in _PAIR.findall(line)}
