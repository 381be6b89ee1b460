"""Write how well questions were answered as HTML: means side by side, and every question with its answer one click away."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from core.evaluate.metrics import TARGETS
from core.evaluate.questions import Query
from core.evaluate.report import SHOWN_METRICS
from core.model.facts import text_in
from core.present.html.elements import Markup, el
from core.present.html.grid import Column, Row, boxed_grid
from core.present.html.links import anchor, page_url

_LESS = frozenset({"sources", "fragments"})  # of which less is better


def mean_table(means: Mapping[str, Mapping[str, float]], first: str = "way", targets: bool = False) -> Markup:
    """Return one row per way of answering (or per intent) with its means, and what was wanted of them.

    The best of each column stands out.
    """
    columns: list[Column] = [first, *((metric.replace("_", " "), "num") for metric in SHOWN_METRICS)]
    best = {metric: _best(metric, means) for metric in SHOWN_METRICS}
    rows: list[Row] = [
        (el("b", name), *(_mean(metric, row.get(metric), best[metric]) for metric in SHOWN_METRICS))
        for name, row in means.items()
    ]
    if targets:
        wanted = (_mean(metric, TARGETS.get(metric), None) for metric in SHOWN_METRICS)
        rows.append(el("tr", el("td", "wanted"), *(el("td", mean, class_="num") for mean in wanted), class_="dim"))
    return boxed_grid(columns, rows)


def question_table(
    rows: Sequence[Mapping[str, object]], index: str, others: Mapping[str, Mapping[str, Mapping[str, float]]] | None = None
) -> Markup:
    """Return one row per question, worst first: a link that asks it, its labels and its marks.

    `others` are the marks of other ways of answering by question: how each compares stands beside.
    """
    ordered = sorted(rows, key=lambda row: (_share(row, "mrr", 2.0), _share(row, "evidence_recall", 2.0), text_in(row, "id")))
    names = ("mrr", "recall@10", "evidence_recall", "mention_recall")
    ways = others or {}
    columns: list[Column] = [
        "Question", ("Intent", "dim"), *((name.replace("_", " "), "num") for name in names),
        *((f"mrr: {way}", "num") for way in ways),
    ]  # fmt: skip
    body = [
        (
            _question(text_in(row, "query"), index, _view(row)), text_in(row, "intent"),
            *(_mark(_share(row, name)) for name in names),
            *(_compared(_share(row, "mrr"), marks.get(text_in(row, "id"), {}).get("mrr")) for marks in ways.values()),
        )
        for row in ordered
    ]  # fmt: skip
    return boxed_grid(columns, body)


def _question(asked: str, index: str, view: str = "") -> Markup:
    return anchor(page_url("search", index=index, q=asked, view=view), asked)


def _compared(here: float | None, there: float | None) -> Markup:
    """Return a mark of another way of answering, with a sign where it is better or worse."""
    if there is None or here is None:
        return el("td", "", class_="num")
    sign, class_ = ("▲", "good") if there > here else ("▼", "bad") if there < here else ("", "dim")
    return el("td", f"{there:.2f} {sign}".strip(), class_=f"num {class_}")


def asked_table(queries: Iterable[Query], index: str) -> Markup:
    """Return one row per question before it is measured: a link that asks it, its labels, how many units answer it."""
    body = [(_question(query.query, index), query.intent, query.scope, len(query.relevant)) for query in queries]
    return boxed_grid(("Question", ("Intent", "dim"), ("Scope", "dim"), ("Answers", "num")), body)


def _best(metric: str, means: Mapping[str, Mapping[str, float]]) -> float | None:
    """Return the best mean of a metric, None where no row has one."""
    values = [row[metric] for row in means.values() if metric in row]
    return (min if metric in _LESS else max)(values) if values else None


def _mean(metric: str, value: float | None, best: float | None) -> str:
    if value is None:
        return "–"
    shown = f"{value:.0f}" if metric == "sources" else f"{value:.3f}"
    return el("b", shown) if value == best else shown


def _view(row: Mapping[str, object]) -> str:
    """A question that was answered badly opens at its stages, where it went wrong."""
    return "stages" if (_share(row, "recall@10", 1.0) or 0) < 1 else ""


def _share(row: Mapping[str, object], name: str, otherwise: float | None = None) -> float | None:
    value = row.get(name, otherwise)
    return value if isinstance(value, float | int) else otherwise


def _mark(value: float | None) -> Markup:
    if value is None or value != value:
        return el("td", "not labelled", class_="num dim")
    return el("td", f"{value:.2f}", class_="num bad" if value == 0 else "num")
