"""OpenTelemetry traces as OTLP JSON: one document, or one per line as in the Collector's file exporter.

The encoding follows the OpenTelemetry Protocol specification ("JSON Protobuf Encoding", "File Exporter"). Attributes follow
its semantic conventions for HTTP, databases, messaging and code, with stable and earlier names.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from core.errors import SourceError
from core.measured.observed.gathered import Gathered
from core.measured.observed.known import ACTION_NAME, code_name
from core.measured.observed.lines import Lines, number
from core.measured.values import each, mapping
from core.model.observed import ACTION, CODE, JOB, ROUTE, VIEW, Figures, Subject

NAME = "OpenTelemetry (OTLP JSON)"
_MOST = 500_000  # spans whose parents are looked for; those after them are counted without
_SERVER, _CONSUMER = (2, "2", "SPAN_KIND_SERVER"), (5, "5", "SPAN_KIND_CONSUMER")
_FAILED = (2, "2", "STATUS_CODE_ERROR")


class _Span(NamedTuple):
    parent: str
    subject: Subject | None
    figures: Figures
    statement: str


def fits(head: str) -> bool:
    """Tell whether a text begins like such a file."""
    return head.lstrip().startswith("{") and ('"resourceSpans"' in head or '"resource_spans"' in head)


def read(lines: Lines, gathered: Gathered) -> None:
    """Gather the spans: requests, jobs, code, and the statements that each of them set off."""
    spans: dict[str, _Span] = {}
    for document in _documents(lines):
        for told in _spans(document):
            if len(spans) < _MOST:
                spans[str(told.get("spanId", told.get("span_id", "")))] = _span(gathered, told)
            else:
                gathered.left_out["spans after the first half million"] += 1
    queries = _statements(gathered, spans)
    for key, span in spans.items():
        if span.subject is not None:
            counted, took = queries.get(key, (0, 0.0))
            gathered.add(span.subject, span.figures._replace(queries=counted, query_ms=took, counted=1))
            above = _above(spans, span.parent)
            if above is not None and above.subject is not None:
                gathered.call(above.subject, span.subject)


def _documents(lines: Lines) -> Iterator[Mapping[str, object]]:
    """Yield each line as a document, or the whole when it is one that is written over several lines."""
    first = next((line for line in lines.head.splitlines() if line.strip()), "")
    if first.strip() in ("{", "[") or first.rstrip().endswith((",", "[", "{")):
        yield mapping(json.loads(lines.whole()), "file")
        return
    for line in lines:
        if line.strip():
            try:
                yield mapping(json.loads(line), "line")
            except ValueError as problem:
                raise SourceError(f"a line is not valid JSON ({problem})") from problem


def _spans(document: Mapping[str, object]) -> Iterator[Mapping[str, object]]:
    for resource in each(document.get("resourceSpans", document.get("resource_spans", ())), "resourceSpans"):
        told = mapping(resource, "resourceSpans")
        for scope in each(told.get("scopeSpans", told.get("scope_spans", ())), "scopeSpans"):
            for span in each(mapping(scope, "scopeSpans").get("spans", ()), "spans"):
                yield mapping(span, "spans")


def _span(gathered: Gathered, told: Mapping[str, object]) -> _Span:
    attributes = _attributes(told)
    begin, end = (number(told.get(name, 0)) / 1e9 for name in ("startTimeUnixNano", "endTimeUnixNano"))
    failed = int(mapping(told.get("status") or {}, "status").get("code") in _FAILED)
    figures = Figures(1, failed, max(0.0, end - begin) * 1000, first=begin, last=end)
    statement = _first(attributes, "db.query.text", "db.statement")
    subject = None if statement else _subject(gathered, told, attributes)
    return _Span(str(told.get("parentSpanId", told.get("parent_span_id", "")) or ""), subject, figures, statement)


def _subject(gathered: Gathered, told: Mapping[str, object], attributes: Mapping[str, str]) -> Subject | None:
    """Return what a span is of: the code that it names, else the request, the job or the template."""
    name, space = _first(attributes, "code.function.name", "code.function"), attributes.get("code.namespace", "")
    path = _first(attributes, "code.file.path", "code.filepath")
    if told.get("kind") in _SERVER:
        return _request(gathered, attributes)
    if path and name:
        line = int(number(_first(attributes, "code.line.number", "code.lineno")))
        return Subject(CODE, code_name(f"{space}.{name}" if space else name), path, line)
    if space and ACTION_NAME.fullmatch(f"{space}#{name}"):
        return Subject(ACTION, f"{space}#{name}")
    if told.get("kind") in _CONSUMER or "messaging.destination.name" in attributes:
        job = gathered.known.job(
            _first(attributes, "messaging.sidekiq.job_class", "messaging.active_job.job_class", "code.namespace")
        )
        return Subject(JOB, job) if job else None
    template = attributes.get("rails.template") or attributes.get("view.template", "")
    return Subject(VIEW, template.rpartition("app/views/")[2].partition(".")[0]) if template else None


def _request(gathered: Gathered, attributes: Mapping[str, str]) -> Subject:
    verb = _first(attributes, "http.request.method", "http.method") or "GET"
    if route := attributes.get("http.route", ""):
        return Subject(ROUTE, gathered.routes.template(verb, route))
    return Subject(ROUTE, gathered.routes.of(verb, _first(attributes, "url.path", "http.target", "http.path")))


def _statements(gathered: Gathered, spans: Mapping[str, _Span]) -> dict[str, tuple[int, float]]:
    """Gather the statements; return for each span with a subject how many it set off, below it too, and how long they took."""
    found: dict[str, tuple[int, float]] = {}
    for span in spans.values():
        if span.statement:
            above = list(_all_above(spans, span.parent))
            nearest = [spans[key].subject for key in above[:1]]
            if gathered.statement(span.statement, span.figures, [one for one in nearest if one is not None]):
                for key in above:
                    counted, took = found.get(key, (0, 0.0))
                    found[key] = counted + 1, took + span.figures.ms
    return found


def _all_above(spans: Mapping[str, _Span], key: str) -> Iterable[str]:
    """Yield the spans around, those with a subject, the nearest first."""
    seen: set[str] = set()
    while key in spans and key not in seen and len(seen) < 1_000:
        seen.add(key)
        if spans[key].subject is not None:
            yield key
        key = spans[key].parent


def _above(spans: Mapping[str, _Span], key: str) -> _Span | None:
    return next((spans[one] for one in _all_above(spans, key)), None)


def _attributes(told: Mapping[str, object]) -> dict[str, str]:
    found = {}
    for one in each(told.get("attributes") or (), "attributes"):
        pair = mapping(one, "attributes")
        value = mapping(pair.get("value") or {}, "value")
        found[str(pair.get("key", ""))] = str(next(iter(value.values()), ""))
    return found


def _first(attributes: Mapping[str, str], *names: str) -> str:
    return next((attributes[name] for name in names if attributes.get(name)), "")
