"""Render the overview of an index as HTML: what it is and is made of, its numbers, what happens in it, where to begin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from core.analyse.health import HealthNumbers
from core.analyse.sizes import Tile
from core.model import Manifest, Problem, UnitHead, file_key
from core.model.overview import Overview, installed
from core.model.text_table import Flat
from core.present.html.elements import Markup, el, joined
from core.present.html.grid import Row, boxed_grid, grid
from core.present.html.labels import chip, typed_link, unit_link
from core.present.html.links import anchor, page_url, set_link, unit_url
from core.text.counts import most_first

_WIDE, _HIGH = 100, 20  # the line of a number


def numbers(pairs: Iterable[tuple[str, object]]) -> Markup:
    """Return labelled numbers side by side, in the order given; a number that is None is left out."""
    cells = [
        el("div", el("div", _number(value), class_="value"), el("div", label, class_="label"), class_="number")
        for label, value in pairs
        if value is not None
    ]
    return el("div", *cells, class_="numbers")


def health_numbers(versions: Sequence[HealthNumbers], index: str) -> Markup:
    """Return the numbers of the last of these versions as links to the lists, each with its line over all of them."""
    in_cycles = page_url("health", index=index, view="cycles")
    rows = (
        ("classes in cycles", "in_cycles", in_cycles),
        ("in the largest cycle", "largest_cycle", in_cycles),
        ("lines against the layering", "against_layering", page_url("map", index=index, overlay="upward")),
        ("rule violations", "violations", page_url("health", index=index, view="rules")),
    )
    cells = []
    for label, name, href in rows:
        counts = [count for one in versions if (count := getattr(one, name)) is not None]
        if getattr(versions[-1], name) is not None:
            value = el("div", f"{counts[-1]:,}", el("span", _step(counts), class_="dim small"), class_="value")
            cells.append(anchor(href, value, el("div", label, class_="label"), _line(counts), class_="number"))
    return el("div", *cells, class_="numbers")


def _step(counts: Sequence[int]) -> str:
    """Return how much the last number differs from the one before it, with its sign."""
    return f" {counts[-1] - counts[-2]:+,}" if len(counts) > 1 and counts[-1] != counts[-2] else ""


def _line(counts: Sequence[int]) -> Markup | None:
    """Return numbers as a small line from left to right; None for a single one."""
    if len(counts) < 2:
        return None
    least, span = min(counts), max(counts) - min(counts) or 1
    points = [f"{at * _WIDE / (len(counts) - 1):.1f},{_HIGH - 1 - (count - least) * (_HIGH - 2) / span:.1f}"
              for at, count in enumerate(counts)]  # fmt: skip
    said = f"{counts[0]:,} to {counts[-1]:,} over {len(counts)} versions"
    return el("svg", el("title", said), el("polyline", points=" ".join(points)), viewBox=f"0 0 {_WIDE} {_HIGH}",
              preserveAspectRatio="none", class_="trend", role="img", aria_label=said)  # fmt: skip


def index_table(manifests: Iterable[Manifest], chosen: str) -> Markup:
    """Return one row per index with its size and age; its name opens it, the chosen one is marked."""
    columns = (
        "Index", ("Units", "num"), ("Relations", "num"), "Vectors", ("Version", "num"), ("Commit", "dim"),
        ("Built", "num dim"), ("Checkout", "dim fill"),
    )  # fmt: skip
    here = el("span", "open here", class_="tag", style="margin-left:.4rem")
    body = [
        (
            joined(anchor(page_url("", index=row.name), row.name), here if row.name == chosen else None),
            row.counts.get("units", 0), row.counts.get("relations", 0), row.vectors, row.generation,
            row.git_sha[:8] or "no git", row.built_at[:16].replace("T", " "),
            el("td", row.root, class_="dim fill", title=row.root),
        )
        for row in manifests
    ]  # fmt: skip
    return boxed_grid(columns, body)


def uses_by_file(heads: Iterable[UnitHead], metrics: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    """Return by file, and by the folders around it, how many units elsewhere use the most used unit in it."""
    found: dict[str, float] = {}
    for head in heads:
        used, path = metrics.get(head.key, {}).get("fan_in", 0.0), head.file_path
        while path and used > found.get(path, 0.0):
            found[path] = used
            path = path.rpartition("/")[0]
    return found


def folder_trail(top: str) -> Markup:
    """Return the folders above `top` as links that open them (`at` of the address; `.` is everything)."""
    steps = [] if top == "." else top.split("/")
    links = [set_link("at", ".", "everything")]
    for number, step in enumerate(steps, start=1):
        links += [el("span", "/", class_="dim"), set_link("at", "/".join(steps[:number]), step)]
    return el("nav", *links, class_="row small", aria_label="Folder")


def folder_list(tiles: Iterable[Tile], top: str, index: str) -> Markup:
    """Return the folders and files directly inside `top`, the largest first: folders open in place, files on their page."""
    inside = sorted((tile for tile in tiles if tile.parent == top), key=lambda tile: (-tile.lines, tile.id))
    columns = ("Folder or file", ("Lines", "num"), ("Units", "num"), ("Commits", "num"))
    return boxed_grid(columns, (_tile_row(tile, index) for tile in inside))


def _tile_row(tile: Tile, index: str) -> Row:
    file = anchor(page_url("code", index=index, unit=file_key(tile.id)), tile.label) if tile.kind == "file" else None
    return file or set_link("at", tile.id, f"{tile.label}/"), tile.lines, tile.units, tile.commits


def not_read(problems: Sequence[Problem], limit: int = 2_000) -> Markup:
    """Return which files were not read as they are: counted by what happened, then one by one up to the limit."""
    counts = Counter((problem.status, problem.reason) for problem in problems)
    ordered = list(most_first(counts).items())[:10]
    chips = [chip(f"{status}: {reason}", count) for (status, reason), count in ordered]
    rows = [(problem.file_path, problem.status, problem.reason) for problem in problems[:limit]]
    more = el("p", f"Showing {limit} of {len(problems)}.", class_="dim") if len(problems) > limit else None
    return joined(el("div", *chips, class_="chips"), more, grid(("File", "Status", ("Reason", "dim")), rows))


def question_links(questions: Iterable[str], index: str) -> Markup:
    """Return questions as links that ask them."""
    links = [anchor(page_url("search", index=index, q=one), one, class_="chip") for one in questions]
    return el("div", *links, class_="chips")


def _number(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.4f}" if abs(value) < 1 else f"{value:,.1f}"
    return f"{value:,}" if isinstance(value, int) else str(value if value is not None else "")


_NOUNS = 16


def said_html(overview: Overview, index: str) -> Markup:
    """Return the first sentence of the README and the stack; says so when there is none."""
    said = el("p", "No README found.", class_="dim")
    if overview.says:
        named = overview.says_in  # a set says itself what it is
        source = el("span", "— ", unit_link(named, index), class_="dim small") if named else None
        said = el("p", overview.says, " ", source, class_="lead")
    chips = [
        el("span", installed(row), el("span", f" {row['role']}", class_="label"), class_="chip", title=str(row["file_path"]))
        for row in overview.stack
    ]
    return joined(said, el("div", *chips, class_="chips") if chips else None)


def noun_chips(nouns: Sequence[Mapping[str, Flat]], index: str) -> Markup:
    """Return the nouns as links to their units, each with how many units speak of it."""
    links = [
        anchor(
            unit_url(str(row["unit"]), index), str(row["noun"]), " ", el("b", f"{row['used_by']:,}"), class_="chip",
            title=f"used by {row['used_by']} units, {row['tied_to']} associations",
        )
        for row in nouns[:_NOUNS]
    ]  # fmt: skip
    return el("div", *links, class_="chips") if links else el("p", "No models or classes found.", class_="dim")


def journey_list(journeys: Sequence[Mapping[str, Flat]], index: str) -> Markup:
    """Return the journeys, each leading to its flow, with what it sets off."""
    rows = [
        el(
            "li", el("div", anchor(page_url("code", index=index, unit=str(row["entry"]), side="flow"), str(row["title"])), " ",
                     el("span", str(row["kind"]), class_="tag")),
            el("div", str(row["sets_off"]) or "no external effects", class_="dim small"),
        )
        for row in journeys
    ]  # fmt: skip
    return el("ul", *rows, class_="list boxed padded") if rows else el("p", "No entry points found.", class_="dim")


def reading_list(reading: Sequence[Mapping[str, Flat]], index: str) -> Markup:
    """Return what to read, in order, each with the reason."""
    rows = [
        el(
            "li", el("div", el("span", f"{row['step']} ", class_="dim"), typed_link(str(row["unit"]), index)),
            el("div", f"{row['chapter']} · {row['reason']}", class_="dim small"),
        )
        for row in reading
    ]  # fmt: skip
    return el("ol", *rows, class_="list boxed padded")
