"""Views of an index as parts of a document, made of the same values that the pages draw."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

from core.analyse.levels import only_of
from core.analyse.windows import WINDOWS
from core.backends.listing import available
from core.errors import SettingsError
from core.index.place import list_indexes
from core.model import Relation, file_key, split_key
from core.model.run import SearchRun
from core.model.sheet import RelationRow
from core.model.text_table import Flat
from core.present.answer.hit_graph import hit_graph
from core.present.architecture.coverage import coverage_rows
from core.present.architecture.place_map import link_rows, map_boxes
from core.present.architecture.place_map import place_map as places_in
from core.present.architecture.side_by_side import side_by_side_rows
from core.present.drawings.all_files import MEASURES, all_files_svg, files_said
from core.present.drawings.layered_graph import layered_svg
from core.present.drawings.neighbourhood import neighbourhood, neighbourhood_svg
from core.present.export.rows import (
    backend_rows,
    dropped_rows,
    index_rows,
    relation_rows,
    section_rows,
    setting_rows,
    worth_rows,
)
from core.present.html.elements import Markup
from core.present.report.charts import bars_svg
from core.present.view import ShownView, ViewCode, ViewTable
from core.present.views import (
    evaluation_view,
    flow_view,
    overview_view,
    reach_view,
    result_view,
    review_view,
    run_view,
    sheet_view,
)
from core.settings import index_home
from core.workbench import flows, sheets
from core.workbench.checking import broken_lines
from core.workbench.limit_values import SEVERAL, AskLimits, filters_of, limits_of, text_limits
from core.workbench.members import has_commits
from core.workbench.overlays import OVERLAYS, overlaid, place_rows
from core.workbench.overview import overview as overview_of
from core.workbench.side_by_side import measures
from core.workbench.view_pictures import picture
from core.workbench.word_search import word_search

if TYPE_CHECKING:
    from core.workbench.open_bench import OpenBench


Said = Mapping[str, str]
AskView = Callable[..., SearchRun]
"""How a question is asked: `Workbench.ask`."""
_DEPTH = 4  # calls deep, as the page of flows begins
_AROUND = 20  # units of a layer in the picture; the table has all
_ENDLESS = ("path", "paths")  # there may be more chains than anybody could count: as many as are usual are written
_DRAWN = 20  # found units in the picture


def overview(bench: OpenBench, said: Said, ask: AskView) -> ShownView:
    """Return what is in the index: counts, what the rest leans on, where the world enters, what was not read."""
    seen = bench._once("overview", lambda: overview_of(bench))
    return _pictured(
        overview_view(seen), "Size (area: lines) and change (colour: commits)",
        picture(bench, "tiles", bench.analyse.tiles(), {}),
    )  # fmt: skip


def all_files(bench: OpenBench, said: Said, ask: AskView) -> ShownView:
    """Return every file as an area by its lines, coloured by the measure that the address names, and what is known of each."""
    if said.get("areas") != "all files":
        return analysis(bench, "tiles", said)
    usual = "risk" if has_commits(bench.manifest) else "complexity"
    measure = named if (named := said.get("measure", "").replace(" ", "_")) in MEASURES else usual
    found = bench.analyse.limited(bench.analyse.files(), _parts(said))
    pictures = ((files_said(found, measure), all_files_svg(found, measure, bench.name)),) if found else ()
    return ShownView("All files", "", found.said, pictures, (ViewTable("All", found.to_rows()),))


def question(bench: OpenBench, said: Said, ask: AskView) -> ShownView:
    """Return all ranked units of a question with their scores, the picture and the context; for a text, the units with it."""
    if not said.get("q") and (words := (said.get("text") or "").strip()):
        return _written(bench, words, said)
    asked, run = _run(bench, ask, said)
    made = replace(run_view(run), title=f"Question: {asked}")
    return _pictured(made, "Dependencies of the results", found_drawing(bench, run))


def _written(bench: OpenBench, words: str, said: Said) -> ShownView:
    filters = filters_of(bench, **text_limits(_limits(bench, said)))
    searched = word_search(bench, words, filters, regex=said.get("regex") == "true")
    return ShownView(f"Text search: {words}", "", (searched.sentence,), (), (ViewTable("Units", searched.to_rows()),))


def _pictured(view: ShownView, title: str, drawing: Markup | None) -> ShownView:
    return replace(view, pictures=((title, drawing),)) if drawing else view


def found_drawing(bench: OpenBench, run: SearchRun) -> Markup:
    """Return the found units with their dependencies; empty without any."""
    view = bench.analyse.view("unit", tests=True, outer=True)
    drawn = hit_graph(run, bench.analyse.places("unit"), view, bench.name, _DRAWN)
    return layered_svg(drawn.boxes, drawn.arrows, drawn.sentence) if drawn.boxes else Markup("")


def budget(bench: OpenBench, said: Said, ask: AskView) -> ShownView:
    """Return where the tokens of a question's context went."""
    asked, run = _run(bench, ask, said)
    tables = (
        ViewTable("Sections", section_rows(run.context)),
        ViewTable("Value of each source", worth_rows(run)),
        ViewTable("Left out", dropped_rows(run)),
    )
    sentence = f"{run.context.tokens:,} of {run.context.budget:,} tokens in {len(run.context.sources)} sources."
    used = {section.name: (section.tokens,) for section in run.context.sections}
    made = ShownView(f"Context budget: {asked}", "", (*run.said, sentence), (), tables)
    return _pictured(made, "Tokens", bars_svg(used, ("tokens",), "Tokens of each section"))


def code(bench: OpenBench, said: Said, ask: AskView) -> ShownView:
    """Return a file or a unit: its surroundings as a picture, its code, every relation with its line."""
    if said.get("path"):
        return _file(bench, said["path"])
    sheet = sheets.unit_sheet(bench, _named(said), depth=1, kinds=())
    title = f"{sheet.unit.type} {sheet.unit.identifier}"
    return replace(sheet_view(sheet), title=title, pictures=_surroundings(bench, sheet.unit.key))


def _file(bench: OpenBench, path: str) -> ShownView:
    """Return a file with its text and the units in it."""
    found = bench.catalog.units([file_key(path)])
    if not found:
        raise SettingsError(f"The index has no file '{path}'. Name one: /code?path=app/models/order.rb")
    heads = [bench.index.heads[at] for at in bench.index.by_file.get(path, ())]
    inside: list[dict[str, Flat]] = [
        {"unit": head.identifier, "type": head.type, "line": head.start_line, "last line": head.end_line} for head in heads
    ]
    text = found[0].source_code
    code = (ViewCode(path, 1, text, found[0].language),) if text else ()
    return ShownView(path, "", (), (), (ViewTable("Units", inside),), code)


def around(bench: OpenBench, said: Said, ask: AskView) -> ShownView:
    """Return what lies around a unit or file, with the line of every relation."""
    head = bench.head(file_key(said["path"]) if said.get("path") else _named(said))
    rows = [
        *relation_rows(_neighbours(bench, head.key, forwards=False), "used by"),
        *relation_rows(_neighbours(bench, head.key, forwards=True), "uses"),
    ]
    return ShownView(f"Around {head.identifier}", "", (), _surroundings(bench, head.key), (ViewTable("Relations", rows),))


def place_map(bench: OpenBench, said: Said, ask: AskView) -> ShownView:
    """Return which places use which, with the lines of every link against the order."""
    level = said.get("level", "folder")
    if level == "part":
        return analysis(bench, "parts", said)
    if level not in ("folder", "namespace"):
        raise SettingsError(f"No map by '{level}'. Choose folder or namespace.")
    at, parts = said.get("at", ""), bench.analyse.known_parts(_parts(said))
    view = bench.analyse.uses("file" if level == "folder" else "namespace", parts=parts)
    found = places_in(view, bench.analyse.order(level), at)
    broken = broken_lines(bench)
    over = overlaid(bench, found, name, broken) if (name := said.get("overlay", "")) in OVERLAYS else None
    boxes, arrows = map_boxes(
        found, bench.name, members=[one.name for one in bench.manifest.members], notes=over.notes if over else {},
        heat=over.heat if over else {}, tints=over.tints if over else {},
    )  # fmt: skip
    lines = [row for arrow in arrows if arrow.back for row in lines_of(bench, found.links[arrow.source, arrow.target].evidence)]
    tables = (
        ViewTable("Places", place_rows(bench, found, broken)), ViewTable("Links between places", link_rows(found)),
        ViewTable("Lines against the layering", lines),
    )  # fmt: skip
    drawing = layered_svg(boxes, arrows, found.sentence, rows=found.rows, counts=said.get("numbers") != "false")
    colour = (f"Colour: {over.legend}.",) if over else ()
    told = (*only_of(parts), found.sentence, *colour)
    return ShownView(f"Map of {at or 'all places'}", "", told, (("Dependencies between places", drawing),), tables)


def flow(bench: OpenBench, said: Said, ask: AskView) -> ShownView:
    """Return what happens when something is entered, every step with its line."""
    entry = _named(said)
    depth = int(said["depth"]) if said.get("depth", "").isdigit() else _DEPTH
    return replace(flow_view(flows.flow(bench, entry, depth=depth)), title=f"Flow of {entry}")


def reached(bench: OpenBench, said: Said, ask: AskView) -> ShownView:
    """Return from which entries a unit is reached."""
    entry = _named(said)
    return replace(reach_view(flows.reached(bench, entry)), title=f"{entry}: reached from")


def analysis(bench: OpenBench, name: str, said: Said) -> ShownView:
    """Return the result of an analysis, all rows of it, with the source of the lines that it names."""
    method = getattr(bench.analyse, name)
    arguments, parts = _arguments(bench, method, said), _parts(said)
    limited_so = "parts" in inspect.signature(method).parameters
    result = method(**arguments, parts=parts) if limited_so else bench.analyse.limited(method(**arguments), parts)
    named = [one for item in result.items for one in _relations(item)]
    rows = [{key: value for key, value in row.items() if not (named and key == "lines")} for row in result.to_rows()]
    tables = (ViewTable("All", rows), *([ViewTable("Lines", lines_of(bench, named))] if named else []))
    made = replace(result_view(result), tables=tables)
    return _pictured(made, result.title, picture(bench, name, result, {**arguments, "parts": parts}))


def lines_of(bench: OpenBench, relations: Iterable[Relation]) -> list[dict[str, Flat]]:
    """Return relations with the text of the line that says so, each line once for each pair of units."""
    every = list(dict.fromkeys(relations))
    keys = sorted({file_key(one.file_path) for one in every})
    texts = {found.file_path: found.source_code.split("\n") for found in bench.catalog.units(keys) if found.source_code}
    return [
        {
            "from": split_key(one.source)[1], "to": split_key(one.target)[1], "kind": one.kind, "file": one.file_path,
            "line": one.line, "text": _line(texts.get(one.file_path, []), one.line),
        }
        for one in every
    ]  # fmt: skip


def _run(bench: OpenBench, ask: AskView, said: Said) -> tuple[str, SearchRun]:
    asked = said.get("q", "")
    if not asked.strip():
        raise SettingsError("The view names no question: /search?q=How does it work")
    size = int(said["budget"]) if said.get("budget", "").isdigit() else None
    return asked, ask(asked, budget=size, **_limits(bench, said))


def _limits(bench: OpenBench, said: Said) -> AskLimits:
    return limits_of(
        bench, {name: said.get(name, "").split() for name in (*SEVERAL, "tests")} | {"scope": [said.get("scope", "")]}
    )


def _parts(said: Said) -> tuple[str, ...]:
    """Return the scope, members of a set, or packages, that the address limits its page to; none for all."""
    return (said["scope"],) if said.get("scope") else tuple((said.get("repositories") or said.get("package") or "").split())


def _named(said: Said) -> str:
    if not said.get("unit"):
        raise SettingsError("The view names no unit: /code?unit=Order")
    return said["unit"]


def _surroundings(bench: OpenBench, key: str) -> tuple[tuple[str, Markup], ...]:
    view = bench.analyse.uses("unit", tests=bench.heads[key].is_test)
    if key not in view.labels:
        view = bench.analyse.uses("member", tests=bench.heads[key].is_test)
    if key not in view.labels:
        return ()
    found = neighbourhood(view, key, 1, _AROUND)
    return (("Dependents and dependencies", neighbourhood_svg(found, view, bench.name)),) if len(found.shown) > 1 else ()


def _neighbours(bench: OpenBench, key: str, *, forwards: bool) -> tuple[RelationRow, ...]:
    return sheets.neighbour_list(bench, key, depth=1, kinds=(), tests=False, forwards=forwards).rows


def _arguments(bench: OpenBench, method: Callable[..., object], said: Said) -> dict[str, object]:
    """Return what the address says to the analysis, as its parameters want it; a limit is that of a page, not of a document."""
    given: dict[str, object] = {}
    grain = "2" if method.__name__ == "matrix" else ""  # as the page begins
    named = {
        "depth": said.get("grain", said.get("impact_depth", grain)),
        "days": str(WINDOWS.get(said.get("window", ""), "")),
        "end": said.get("to", ""),
        "path": said.get("within", ""),
        "start": said.get("unit", ""),
    }
    for name, parameter in inspect.signature(method).parameters.items():
        text = named.get(name) or said.get(name, "")
        if name == "limit":
            given |= {} if method.__name__ in _ENDLESS else {name: 0}
        elif not text:
            continue
        elif isinstance(parameter.default, bool):
            given[name] = text == "true"
        elif isinstance(parameter.default, int) and text.isdigit():
            given[name] = int(text)
        elif name in ("unit", "start", "end"):
            given[name] = bench.head(text).key
        elif isinstance(parameter.default, str):
            given[name] = text
    return given


def _relations(item: object) -> Iterable[Relation]:
    lines = getattr(item, "lines", ())
    return (one for one in lines if isinstance(one, Relation)) if isinstance(lines, tuple) else ()


def _line(lines: list[str], number: int) -> str:
    return lines[number - 1].strip() if 0 < number <= len(lines) else ""


_USUAL_CHANGE = "HEAD~1..HEAD"


def evaluation(bench: OpenBench, said: Said, ask: AskView) -> ShownView:
    """Return how well the questions of a set are answered: the one that the address names, else what readers judged."""
    from core.workbench.evaluation import evaluate_questions
    from core.workbench.judgements import judged_path

    judged = judged_path(bench)
    given = said.get("question_set", "") or (str(judged) if judged.is_file() else "")
    if not given:
        raise SettingsError("The view names no question set: /settings?view=evaluation&question_set=PATH")
    return replace(evaluation_view(evaluate_questions(bench, Path(given))), title=f"Evaluation: {Path(given).name}")


def change(bench: OpenBench, said: Said, ask: AskView) -> ShownView:
    """Return the review of the commits that the address names; raises `SettingsError` when they have not been read yet."""
    from core.workbench.reviewing import is_read, review

    commits = said.get("commits", "") or _USUAL_CHANGE
    if said.get("of", "commits") != "commits":
        raise SettingsError(
            "A document shows reviews of commits alone. Download the review below its page, or: orienteer review"
        )
    if not is_read(bench, commits):
        raise SettingsError(
            f"The commits {commits} are not indexed yet. Index both on the page, or: orienteer review {commits}"
        )
    return review_view(review(bench, commits))


def indexes(bench: OpenBench, said: Said, ask: AskView) -> ShownView:
    """Return the indexes that there are, each with its size, commit and checkout."""
    known = [one.manifest for one in list_indexes(index_home(bench.settings)) if one.manifest is not None]
    return ShownView("Indexes", "", (), (), (ViewTable("All", index_rows(known)),))


def side_by_side(bench: OpenBench, said: Said, ask: AskView) -> ShownView:
    """Return the numbers of this index."""
    rows = side_by_side_rows([asdict(measures(bench))])
    return ShownView(f"{bench.name} in numbers", "", (), (), (ViewTable("Numbers", rows),))


def coverage(bench: OpenBench, said: Said, ask: AskView) -> ShownView:
    """Return what the index knows and what it does not, all of it."""
    tables = tuple(ViewTable(name, rows) for name, rows in coverage_rows(bench.coverage()).items() if rows)
    return ShownView("Coverage", "", (), (), tables)


def settings(bench: OpenBench, said: Said, ask: AskView) -> ShownView:
    """Return the settings in force, each with its source, and the backends that can be chosen."""
    tables = (ViewTable("All", setting_rows(bench.settings)), ViewTable("Backends", backend_rows(available(bench.settings))))
    return ShownView("Settings", "", (), (), tables)
