"""Scheduled jobs: from the settings of schedulers, and from the Ruby of whenever and clockwork.

YAML settings cover sidekiq-cron, sidekiq-scheduler, resque-scheduler, good_job and Solid Queue's recurring tasks. There the
class is under `class` (or `job_class`, `klass`, `worker`), is the key itself, or is the first word of a command. In
`schedule.rb` and `clock.rb`, `runner`, `rake` and calls of jobs count. Files are read line by line because they contain ERB.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from core.extract.repository import Repository
from core.model import Relation, file_key, unit_key

KIND = "schedules"

_SETTINGS = re.compile(r"(?:^|/)config/.*\.ya?ml(?:\.erb)?$|(?:^|/)\w*schedul\w*\.ya?ml$")
_TRANSLATIONS = re.compile(r"(?:^|/)locales?/")
_RUBY = re.compile(
    r"(?:^|/)(?:config|lib)/(?:\w*schedule\w*|cron\w*)\.rb$|(?:^|/)clock\w*\.rb$|(?:^|/)config/(?:initializers|environments)/.*\.rb$"
)
_TELLS_TIME = re.compile(
    r"\b(?:cron|every|schedule|at|interval)[\"']?\s*(?::|=>)|\bevery\b\s*(?:\(|\d)|(?:^|\s)(?:[-\d*/,]+\s+){4}[-\d*/,\w]+"
)
_NEAR = 8  # lines below or above a name in which its time is told
_CLASS = r"[\"']?((?:::)?[A-Z]\w*(?:::[A-Z]\w*)*)"
_UNDER_CLASS = re.compile(
    rf"[\"':]?\b(?:class|job_class|klass|worker|class_name|job)[\"']?\s*(?::|=>)\s*{_CLASS}[\"']?\s*(?:$|[,}}#\]])"
)
_AS_KEY = re.compile(rf"^\s*{_CLASS}[\"']?\s*:\s*(?:$|#|\[|\{{|[\"'])")
_COMMAND = re.compile(rf"\b(?:command|runner)\b[\"']?\s*(?::|\(|=>)?\s*[|>]?-?\s*[\"']?\s*{_CLASS}\.")
_RAKE = re.compile(r"\brake\s*\(?\s*[\"']([\w:]+)")
_ENQUEUED = re.compile(rf"{_CLASS}\.(?:set\([^)]*\)\.)?(?:perform_\w+|delay|new\.perform)\b")


def schedule_relations(repository: Repository, constant: Callable[[str], str | None]) -> Iterator[Relation]:
    """Yield what each file of settings or schedules starts, by the line that names it; `constant` gives the key of a class."""
    for facts in repository.files:
        path = facts.path
        in_yaml = _SETTINGS.search(path) is not None and not _TRANSLATIONS.search(path)
        if facts.is_test or not (in_yaml or _RUBY.search(path)):
            continue
        text = repository.texts.get(path, "")
        if in_yaml or "cron" in text or "every" in text:
            yield from _of_text(path, text.split("\n"), constant, in_yaml)


def _of_text(path: str, lines: list[str], constant: Callable[[str], str | None], in_yaml: bool) -> Iterator[Relation]:
    for number, line in enumerate(lines):
        if line.lstrip().startswith("#"):
            continue
        if not in_yaml and (task := _RAKE.search(line)) is not None:
            yield Relation(file_key(path), unit_key("rake_task", task.group(1)), KIND, path, number + 1)
        patterns = (_UNDER_CLASS, _AS_KEY, _COMMAND) if in_yaml else (_UNDER_CLASS, _COMMAND, _ENQUEUED)
        named = next((match.group(1) for pattern in patterns if (match := pattern.search(line)) is not None), "")
        if named and _is_timed(lines, number) and (target := constant(named)) is not None:
            yield Relation(file_key(path), target, KIND, path, number + 1)


def _is_timed(lines: list[str], number: int) -> bool:
    return any(_TELLS_TIME.search(line) for line in lines[max(0, number - _NEAR) : number + _NEAR + 1])
