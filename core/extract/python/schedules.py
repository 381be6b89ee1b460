"""What clocks start: tasks that settings name to Celery's beat or to cron, and functions whose decorators give a time.

Settings are those of Celery (`beat_schedule`, `CELERY_BEAT_SCHEDULE`: `"task": "shop.tasks.sweep"`), of django-crontab
(`CRONJOBS`) and calls of `add_periodic_task`; decorators those of Huey, Celery before its fourth version, APScheduler and
fastapi-utils.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.extract.meaning import MODULE, Meaning
from core.extract.python.module import PythonModule
from core.extract.python.symbols import PythonSymbols
from core.extract.python.units import PythonUnits
from core.model import Relation
from core.text.lines import line_at

_MARKS = re.compile(r"beat_schedule|CRONJOBS|add_periodic_task", re.IGNORECASE)
_NAMED = re.compile(
    r"""["']task["']\s*[:=]\s*["'](?P<task>[A-Za-z_][\w.]*)["']"""
    r"""|\(\s*["'][-\d*/,\s\w]+["']\s*,\s*["'](?P<job>[A-Za-z_]\w*(?:\.\w+)+)["']"""
    r"""|\badd_periodic_task\((?:[^()]|\([^()]*\)){0,300}?(?P<added>[A-Za-z_][\w.]*)\.(?:s|si|signature)\("""
)
_SCHEDULE = re.compile(r"""["']schedule["']""")
_NEAR = 200  # letters before or behind the name of a task in which its schedule is told
_CLOCKS = frozenset({"periodic_task", "db_periodic_task", "scheduled_job", "repeat_every", "cron_task"})


def scheduled_names(text: str) -> list[list[str | int]]:
    """Return what a module has clocks start by name, each with its line; the names are dotted, or as the module has them."""
    if _MARKS.search(text) is None:
        return []
    matches = [match for match in _NAMED.finditer(text) if match["task"] is None or _is_timed(text, match)]
    return [[match[match.lastgroup or ""], line_at(text, match.start(match.lastgroup or ""))] for match in matches]


def _is_timed(text: str, match: re.Match[str]) -> bool:
    """Tell whether the entry that names a task has a schedule, as those of Celery have."""
    return _SCHEDULE.search(text, max(0, match.start() - _NEAR), match.end() + _NEAR) is not None


def schedule_relations(module: PythonModule, symbols: PythonSymbols, table: PythonUnits) -> Iterator[Relation]:
    """Yield what a module has clocks start, from the module to the function; names that lead nowhere are left out."""
    source, path = table.key(module.name, MODULE), module.facts.path
    rows = [(_meant(str(name), module, symbols), int(line)) for name, line in module.facts.extra.get("scheduled", ())]
    rows += [
        (Meaning("function", module.name, number), definition.start_line)
        for number, definition in enumerate(module.facts.definitions)
        if any(_is_clock(decorator) for decorator in definition.decorators)
    ]
    for target, line in rows:
        if target is not None and (key := table.key_of(target)) and key != source:
            yield Relation(source, key, "schedules", path, line)


def _meant(name: str, module: PythonModule, symbols: PythonSymbols) -> Meaning | None:
    """Return the function of a dotted name, from the top or as the module itself writes it."""
    where, _, last = name.rpartition(".")
    found = symbols.module(where, module.name) if where else None
    within = found.where if found is not None and found.kind == "module" else module.name
    meant = symbols.evaluate(last if within != module.name else name, within, MODULE)
    return meant.meaning if meant.meaning is not None and meant.meaning.kind == "function" and not meant.left else None


def _is_clock(decorator: str) -> bool:
    return decorator.lstrip("@").partition("(")[0].rpartition(".")[2].strip() in _CLOCKS
