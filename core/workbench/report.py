"""Builds a report from chosen views, each with its pictures, tables, evidence lines and address."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from threading import Thread
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlencode, urlsplit

from core.errors import SettingsError
from core.present.html.result_pages import RESULT_PAGES
from core.present.view import Document, ShownView
from core.workbench import views
from core.workbench.limit_values import SEVERAL
from core.workbench.members import has_commits, told_commit

if TYPE_CHECKING:
    from core.workbench.open_bench import OpenBench

USUAL = (
    "/", "/graph?view=map", "/structure?view=matrix", "/structure?view=levels", "/hubs?view=hubs", "/hubs?view=cycles",
    "/change?view=hotspots", "/change?view=hidden+coupling", "/findings?view=unused",
)  # fmt: skip
"""The views of a document for which none were chosen."""
Said = Mapping[str, str]

_VIEWS: Mapping[tuple[str, str], Callable[[OpenBench, Said, views.AskView], ShownView]] = {
    ("overview", ""): views.overview,
    ("overview", "all files"): views.all_files,
    ("query", ""): views.question,
    ("unit", ""): views.unit,
    ("file", ""): views.file,
    ("graph", ""): views.around,
    ("graph", "map"): views.place_map,
    ("graph", "question"): views.question,
    ("flow", ""): views.flow,
    ("flow", "reached from"): views.reached,
    ("budget", ""): views.budget,
    ("evaluation", ""): views.evaluation,
    ("review", ""): views.change,
    ("indexes", ""): views.indexes,
    ("indexes", "side by side"): views.side_by_side,
    ("indexes", "coverage"): views.coverage,
    ("indexes", "settings"): views.settings,
    ("indexes", "products"): views.products,
}
"""What makes a part of a view, by page and view; `""` stands for all other views of the page. The views that show the result of
an analysis are made of it (`RESULT_PAGES`)."""


def document(bench: OpenBench, ask: views.AskView, addresses: Sequence[str] = (), title: str = "", rows: int = 0) -> Document:
    """Return a document of the views at these addresses (`/hubs?view=cycles`), in their order; by default the usual ones.

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
    if any(one.startswith("/change") for one in chosen):
        Thread(target=bench.analyse._log, daemon=True).start()  # git reads while the views before them are made
    parts = tuple(part(bench, ask, one) for one in chosen)
    return Document(title or f"{manifest.name}: a review of its architecture", source, parts, rows)


def part(bench: OpenBench, ask: views.AskView, address: str) -> ShownView:
    """Return one view as a part of a document; its address names index and commit."""
    split = urlsplit(address)
    page = split.path.strip("/") or "overview"
    said = {name: " ".join(values) if name in SEVERAL else values[-1] for name, values in parse_qs(split.query).items()}
    made = _made(bench, ask, page, said)
    given: dict[str, str | list[str]] = {**parse_qs(split.query), "index": bench.name}
    if bench.manifest.git_sha:
        given["commit"] = bench.manifest.git_sha[:12]
    return replace(made, address=f"{split.path}?{urlencode(given, doseq=True)}")


def _made(bench: OpenBench, ask: views.AskView, page: str, said: Said) -> ShownView:
    view = said.get("view") or said.get("areas", "")
    if make := _VIEWS.get((page, view)):
        return make(bench, said, ask)
    if name := _analysis(page, view):
        return views.analysis(bench, name, said)
    if make := _VIEWS.get((page, "")):
        return make(bench, said, ask)
    known = sorted({f"/{one}" for one, _ in _VIEWS} | {f"/{shown.page}" for shown in RESULT_PAGES.values()})
    raise SettingsError(f"'/{page}' is not a view for a document. Choose from: {', '.join(known)}.")


def _analysis(page: str, view: str) -> str:
    """Return the analysis whose result a view of a page shows; without a view the first one of the page."""
    fitting = [name for name, shown in RESULT_PAGES.items() if shown.page == page and page not in ("overview", "graph")]
    if page == "graph":
        fitting = [name for name, shown in RESULT_PAGES.items() if shown.page == page and shown.fixed.get("view") == view]
        return fitting[-1] if fitting else ""
    by_view = [name for name in fitting if view in (RESULT_PAGES[name].fixed.get("view"), name.replace("_", " "))]
    named = {"matrix": "matrix", "hidden coupling": "cochange"}.get(view, "")
    if named and page in ("structure", "change"):
        return named
    return next(iter(by_view), fitting[0] if fitting and not view else "")


def _fitting(bench: OpenBench, addresses: Iterable[str]) -> list[str]:
    """Return the views that have something to say of this index: those of change need its history."""
    return [one for one in addresses if has_commits(bench.manifest) or not one.startswith("/change")]
