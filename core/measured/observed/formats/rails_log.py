"""Rails' own log: requests, templates, jobs, mails, and SQL statements if logged.

It reads the lines of five log subscribers: Action Controller, Action View, Active Job, Action Mailer and Active Record, from
Rails 5 to 8. A line may begin with the usual formatter or with tags.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from core.measured.observed.gathered import Gathered
from core.measured.observed.known import ACTION_NAME, CONSTANT
from core.measured.observed.lines import moment
from core.model.observed import ACTION, CODE, JOB, MAIL, VIEW, Figures, Subject

NAME = "Rails log"
_PREFIX = re.compile(r"[DIWEFAU], \[(?P<at>\S+)(?: #\d+)?\]\s+\w+ -- [^:]{0,80}: ")
_COLOUR = re.compile(r"\x1b\[[\d;]*m")
_TAGS = re.compile(r"(?:\[[^\]\n]{0,200}\] )+")
_STARTED = re.compile(r"Started (?P<verb>[A-Z]+) \"(?P<path>[^\"]*)\" for \S+ at (?P<at>.+)")
_PROCESSING = re.compile(rf"Processing by (?P<action>{ACTION_NAME.pattern}) as ")
_COMPLETED = re.compile(r"Completed (?P<status>\d{3})\b.*? in (?P<ms>[\d.]+)ms(?: \((?P<more>.*)\))?")
_DATABASE = re.compile(r"ActiveRecord: (?P<ms>[\d.]+)ms(?: \((?P<queries>\d+) quer)?")
_FAILED = re.compile(r"(?:[A-Z]\w*(?:::\w+)*) \(.*\):?\s*$")
_RENDERED = re.compile(
    r"\s*Rendered (?:(?P<layout>layout )|collection of )?(?P<view>[\w/.-]+?)(?: within [\w/.-]+)?"
    r"(?: \[(?P<times>\d+) times[^\]]*\])?(?: \[cache \w+\])? \((?:Duration: )?(?P<ms>[\d.]+)ms"
)
_ENQUEUED = re.compile(rf"Enqueued (?P<job>{CONSTANT.pattern}) \(Job ID")
_PERFORMING = re.compile(rf"Performing (?P<job>{CONSTANT.pattern}) \(Job ID")
_PERFORMED = re.compile(rf"(?P<how>Performed|Error performing) (?P<job>{CONSTANT.pattern}) \(Job ID.*? in (?P<ms>[\d.]+)ms")
_MAIL = re.compile(
    rf"(?:MailDelivery|Delivery)Job \(.* with arguments: \"(?P<of>{CONSTANT.pattern})\", \"(?P<mail>[a-z_]\w{{0,80}})\""
)
_MAILED = re.compile(rf"(?P<mail>{ACTION_NAME.pattern}): processed outbound mail in (?P<ms>[\d.]+)ms")
_SQL = re.compile(r"\s*(?P<name>[A-Z][\w:]*(?: [\w:?]+)*)? *\((?P<ms>[\d.]+)ms\)\s+(?P<sql>.+)")
_SOURCE = re.compile(r"\s*↳ (?P<path>[\w./-]+):(?P<line>\d+)")
_FIRST = re.compile(r"Started [A-Z]+ \"|Processing by \S+#|\[ActiveJob\]|Performing \S+ \(Job ID|Completed \d{3} ")
_OPEN = 10_000  # requests at once; more are those whose end the log has not


@dataclass(slots=True)
class _Work:
    """What runs: a request or a job."""

    verb: str = ""
    path: str = ""
    subject: Subject | None = None
    at: float = 0.0
    queries: int = 0
    query_ms: float = 0.0
    views: list[Subject] = field(default_factory=list)
    took: float = 0.0


def fits(head: str) -> bool:
    """Tell whether a text begins like a log of Rails."""
    lines = head.splitlines()[:400]
    return any(_FIRST.match(_plain(line)[1]) for line in lines)


def read(lines: Iterable[str], gathered: Gathered) -> None:
    """Gather what the lines say; requests at the same time are told apart by their tags."""
    works: dict[str, _Work] = {}
    for line in lines:
        at, text, tags = _plain(line)
        if tags not in works and len(works) >= _OPEN:
            del works[next(iter(works))]
            gathered.left_out["requests whose end the log has not"] += 1
        _line(gathered, works, tags, text, at)
    gathered.left_out["requests whose end the log has not"] += sum(one.subject is not None for one in works.values())


def _plain(line: str) -> tuple[float, str, str]:
    """Return the time that the formatter tells, what is said, and the tags but those of jobs."""
    text = _COLOUR.sub("", line)
    prefix = _PREFIX.match(text)
    at, text = (moment(prefix["at"]), text[prefix.end() :]) if prefix else (0.0, text)
    tags = _TAGS.match(text)
    if tags is None:
        return at, text, ""
    return at, text[tags.end() :], tags[0].replace("[ActiveJob] ", "")


def _line(gathered: Gathered, works: dict[str, _Work], tags: str, text: str, at: float) -> None:
    if found := _STARTED.match(text):
        _unfinished(gathered, works, tags)
        works[tags] = _Work(found["verb"], found["path"], at=moment(found["at"]) or at)
    elif found := _PROCESSING.match(text):
        work = works.setdefault(tags, _Work())
        work.subject, work.at = Subject(ACTION, found["action"]), work.at or at
    elif found := _COMPLETED.match(text):
        _completed(gathered, works.pop(tags, _Work()), found)
    elif found := _RENDERED.match(text):
        _rendered(gathered, works.get(tags), found)
    elif found := _SOURCE.match(text):
        _asked_from(gathered, works.get(tags), found)
    elif "Job ID" in text:
        _job(gathered, works, tags, text, at)
    elif found := _MAILED.match(text):
        _mailed(gathered, works.get(tags), found, at)
    elif found := _SQL.match(text):
        _statement(gathered, works.get(tags), found)
    elif _FAILED.match(text) and tags in works and works[tags].subject is None:
        work = works.pop(tags)
        gathered.request(work.verb, work.path, "", Figures(1, 1, first=work.at, last=work.at))


def _unfinished(gathered: Gathered, works: dict[str, _Work], tags: str) -> None:
    work = works.pop(tags, None)
    if work is not None and work.subject is not None:
        gathered.left_out["requests whose end the log has not"] += 1


def _completed(gathered: Gathered, work: _Work, found: re.Match[str]) -> None:
    database = _DATABASE.search(found["more"] or "")
    queries = int(database["queries"] or 0) if database else 0
    figures = Figures(
        1, int(found["status"][0] == "5"), float(found["ms"]), 0, queries or work.queries,
        float(database["ms"]) if database else work.query_ms, work.at, work.at, int(bool(queries or work.queries)),
    )  # fmt: skip
    action = work.subject.name if work.subject and work.subject.kind == ACTION else ""
    if work.verb:
        gathered.request(work.verb, work.path, action, figures)
    elif action:
        gathered.add(Subject(ACTION, action), figures)
    _drawn(gathered, work)


def _drawn(gathered: Gathered, work: _Work) -> None:
    if work.subject is not None:
        for view in work.views:
            gathered.call(work.subject, view)


def _rendered(gathered: Gathered, work: _Work | None, found: re.Match[str]) -> None:
    view = Subject(VIEW, found["view"].partition(".")[0])
    at = work.at if work else 0.0
    gathered.add(view, Figures(int(found["times"] or 1), 0, float(found["ms"]), first=at, last=at))
    if work is not None and not found["layout"] and len(work.views) < 1_000:
        work.views.append(view)


def _job(gathered: Gathered, works: dict[str, _Work], tags: str, text: str, at: float) -> None:
    if found := _ENQUEUED.match(text):
        around = works.get(tags)
        if around is not None and around.subject is not None:
            gathered.call(around.subject, _job_or_mail(text, found["job"]), "enqueued")
    elif found := _PERFORMING.match(text):
        works[tags] = _Work(subject=_job_or_mail(text, found["job"]), at=at)
    elif found := _PERFORMED.match(text):
        work = works.pop(tags, _Work(at=at))
        failed = int(found["how"] != "Performed")
        figures = Figures(
            1, failed, float(found["ms"]), 0, work.queries, work.query_ms, work.at or at, work.at or at, int(bool(work.queries))
        )
        gathered.add(work.subject or Subject(JOB, found["job"]), figures)
        _drawn(gathered, work)


def _job_or_mail(text: str, job: str) -> Subject:
    """Return the mail that the library's own job delivers: the first two of its arguments name it."""
    mail = _MAIL.search(text)
    return Subject(MAIL, f"{mail['of']}#{mail['mail']}") if mail else Subject(JOB, job)


def _mailed(gathered: Gathered, work: _Work | None, found: re.Match[str], at: float) -> None:
    mail = Subject(MAIL, found["mail"])
    at = work.at if work else at
    gathered.add(mail, Figures(1, 0, float(found["ms"]), first=at, last=at))
    if work is not None and work.subject is not None:
        gathered.call(work.subject, mail)


def _statement(gathered: Gathered, work: _Work | None, found: re.Match[str]) -> None:
    if (found["name"] or "").startswith(("CACHE", "SCHEMA", "TRANSACTION")):
        return
    at, took = work.at if work else 0.0, float(found["ms"])
    by = [work.subject] if work and work.subject else []
    counted = gathered.statement(found["sql"].partition("  [[")[0], Figures(1, 0, took, first=at, last=at), by)
    if work is not None and counted:
        work.queries, work.query_ms, work.took = work.queries + 1, work.query_ms + took, took


def _asked_from(gathered: Gathered, work: _Work | None, found: re.Match[str]) -> None:
    """Add the line that asked the statement before, as `verbose_query_logs` tells it."""
    if work is None or not work.took:
        return
    asked = Subject(CODE, "", found["path"], int(found["line"]))
    gathered.add(asked, Figures(0, 0, 0.0, 0, 1, work.took, work.at, work.at))
    work.took = 0.0
