"""Builds a report from chosen views, each with its pictures, tables, evidence lines and address."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from threading import Thread
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlencode, urlsplit

from core.errors import SettingsError
from core.model.analyses import ANALYSES
from core.present.html.moved import moved
from core.present.view import Document, ShownView
from core.workbench import views
from core.workbench.limit_values import SEVERAL
from core.workbench.members import has_commits, told_commit

if TYPE_CHECKING:
    from core.workbench.open_bench import OpenBench

USUAL = (
    "/", "/map", "/map?view=matrix", "/health?view=hubs", "/health?view=cycles", "/health?view=hotspots",
    "/changes?view=together", "/health?view=findings",
)  # fmt: skip
"""The views of a document for which none were chosen."""
Said = Mapping[str, str]

_VIEWS: Mapping[tuple[str, str], Callable[[OpenBench, Said, views.AskView], ShownView]] = {
    ("home", ""): views.overview,
    ("search", ""): views.question,
    ("search", "budget"): views.budget,
    ("code", ""): views.code,
    ("code", "around"): views.around,
    ("code", "flow"): views.flow,
    ("code", "reached from"): views.reached,
    ("map", ""): views.place_map,
    ("map", "treemap"): views.all_files,
    ("changes", "review"): views.change,
    ("settings", ""): views.indexes,
    ("settings", "side by side"): views.side_by_side,
    ("settings", "coverage"): views.coverage,
    ("settings", "settings"): views.settings,
    ("settings", "evaluation"): views.evaluation,
}
"""What makes a part of a view, by page and the most particular parameter of `_NAMED`; `""` stands for all others.

The views that show the result of an analysis are made of it (`ANALYSES`)."""

_NAMED = ("list", "explain", "around", "flow", "side", "view")


def document(bench: OpenBench, ask: views.AskView, addresses: Sequence[str] = (), title: str = "", rows: int = 0) -> Document:
    """Return a document of the views at these addresses (`/health?view=cycles`), in their order; by default the usual ones.

    Raises `SettingsError` for an address of no view, and what the view raises, `SourceError` for an unknown unit.
    """
    manifest = bench.manifest
    source = {
        "Repository": ", ".join(one.name for one in manifest.members) or manifest.root.rstrip("/").rpartition("/")[2],
        "Index": f"{manifest.name}, built {manifest.built_at[:16].replace('T', ' ')}",
        "Commit": told_commit(manifest),
        "Read": f"{manifest.counts.get('units', 0):,} units, {manifest.counts.get('relations', 0):,} relations",
    }
    chosen = addresses or _fitting(bench, USUAL)
    if any(map(_of_history, chosen)):
        Thread(target=bench.analyse._log, daemon=True).start()  # git reads while the views before them are made
    parts = tuple(part(bench, ask, one) for one in chosen)
    return Document(title or f"{manifest.name}: a review of its architecture", source, parts, rows)


def part(bench: OpenBench, ask: views.AskView, address: str) -> ShownView:
    """Return one view as a part of a document; its address names index and commit."""
    split = urlsplit(address)
    page, said_of = split.path.strip("/") or "home", parse_qs(split.query)
    if now := moved(page, said_of):
        page, said_of = now
    said = {name: " ".join(values) if name in SEVERAL else values[-1] for name, values in said_of.items()}
    made = _made(bench, ask, page, said)
    given: dict[str, str | list[str]] = {**said_of, "index": bench.name}
    if bench.manifest.git_sha:
        given["commit"] = bench.manifest.git_sha[:12]
    return replace(made, address=f"/{'' if page == 'home' else page}?{urlencode(given, doseq=True)}")


def _made(bench: OpenBench, ask: views.AskView, page: str, said: Said) -> ShownView:
    named = [value for name in _NAMED if (value := said.get(name, ""))]
    for view in (*named, ""):
        if make := _VIEWS.get((page, view)):
            return make(bench, said, ask)
        if name := _analysis(page, view):
            return views.analysis(bench, name, said)
    known = sorted({f"/{one}" for one, _ in _VIEWS} | {f"/{shown.page}" for shown in ANALYSES.values() if shown.page})
    raise SettingsError(f"'/{page}' is not a view for a document. Choose from: {', '.join(known)}.")


def _analysis(page: str, view: str) -> str:
    """Return the analysis whose result a view of a page shows; without a view the first one of the page."""
    shown = [(name, one.fixed) for name, one in ANALYSES.items() if one.page == page]
    if not view:
        return next((name for name, _ in shown), "")
    ways = ("around", "list", "view")
    return next((name for name, fixed in shown if view in map(fixed.get, ways)), "")


def _fitting(bench: OpenBench, addresses: Iterable[str]) -> list[str]:
    """Return the views that have something to say of this index: those of change need its history."""
    return [one for one in addresses if has_commits(bench.manifest) or not _of_history(one)]


def _of_history(address: str) -> bool:
    return address.startswith("/changes") or "view=hotspots" in address
