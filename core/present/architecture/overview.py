"""Render the overview of an index as HTML: its numbers, its composition, and where to begin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from core.analyse.sizes import Tile
from core.model import Manifest, Problem, UnitHead, file_key, split_key
from core.model.text_table import Flat
from core.present.html.elements import Markup, el, joined
from core.present.html.grid import boxed_grid, grid
from core.present.html.labels import type_tag
from core.present.html.links import page_url
from core.present.html.tables import breakable


def numbers(pairs: Iterable[tuple[str, object]]) -> Markup:
    """Return labelled numbers side by side, in the order given; a number that is None is left out."""
    cells = [
        el("div", el("div", _number(value), class_="value"), el("div", label, class_="label"), class_="number")
        for label, value in pairs
        if value is not None
    ]
    return el("div", *cells, class_="numbers")


def manifest_numbers(manifest: Manifest, tests: int) -> Markup:
    """Return how much there is in an index."""
    counts = manifest.counts
    pairs = [
        ("units", counts.get("units")),
        ("relations", counts.get("relations")),
        ("files", counts.get("files")),
        ("lines", counts.get("lines")),
        ("tests", tests),
        ("chunks", counts.get("chunks") if manifest.cut else None),
        ("parse problems", sum(manifest.problems.values())),
    ]
    return numbers(pairs)


def index_table(manifests: Iterable[Manifest], chosen: str) -> Markup:
    """Return one row per index with its size and age; its name opens it, the chosen one is marked."""
    columns = ("Index", ("Units", "num"), ("Relations", "num"), "Vectors", ("Generation", "num"), "Commit", "Built", "Checkout")
    body = [
        el(
            "tr",
            el("td", el("a", manifest.name, href=page_url("", index=manifest.name), data_go=True), _open(manifest, chosen)),
            el("td", f"{manifest.counts.get('units', 0):,}", class_="num"),
            el("td", f"{manifest.counts.get('relations', 0):,}", class_="num"),
            el("td", manifest.vectors),
            el("td", manifest.generation, class_="num"),
            el("td", manifest.git_sha[:8] or "no git", class_="dim"),
            el("td", manifest.built_at[:16].replace("T", " "), class_="num dim"),
            el("td", manifest.root, class_="dim fill", title=manifest.root),
        )
        for manifest in manifests
    ]
    return boxed_grid(columns, body)


def _open(manifest: Manifest, chosen: str) -> Markup | None:
    return el("span", "open here", class_="tag", style="margin-left:.4rem") if manifest.name == chosen else None


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
    links = [el("a", "everything", href="?at=.", data_set="at=.")]
    for number, step in enumerate(steps, start=1):
        path = "/".join(steps[:number])
        links += [el("span", "/", class_="dim"), el("a", step, href=f"?at={path}", data_set=f"at={path}")]
    return el("nav", *links, class_="row small", aria_label="Folder")


def folder_list(tiles: Iterable[Tile], top: str, index: str) -> Markup:
    """Return the folders and files directly inside `top`, the largest first: folders open in place, files on their page."""
    inside = sorted((tile for tile in tiles if tile.parent == top), key=lambda tile: (-tile.lines, tile.id))
    columns = ("Folder or file", ("Lines", "num"), ("Units", "num"), ("Commits", "num"))
    return boxed_grid(columns, (_tile_row(tile, index) for tile in inside))


def _tile_row(tile: Tile, index: str) -> Markup:
    is_file = tile.kind == "file"
    leads = {"href": page_url("unit", index=index, unit=file_key(tile.id)), "data_go": True}
    opens = {"href": f"?at={tile.id}", "data_set": f"at={tile.id}"}
    name = el("a", tile.label if is_file else f"{tile.label}/", **(leads if is_file else opens))
    numbers = [el("td", f"{number:,}", class_="num") for number in (tile.lines, tile.units, tile.commits)]
    return el("tr", el("td", name), *numbers)


def count_bars(counts: Mapping[str, int], limit: int = 14) -> Markup:
    """Return counted things as bars, in the order given; what is beyond the limit is added up in the last line."""
    shown = dict(list(counts.items())[:limit])
    rest = sum(counts.values()) - sum(shown.values())
    most = max(shown.values(), default=1)
    rows = [
        el(
            "tr",
            el("td", name.replace("_", " "), style="white-space:nowrap"),
            el("td", el("div", el("span", style=f"width:{100 * count / most:.1f}%"), class_="track"), style="width:70%"),
            el("td", f"{count:,}", class_="num"),
        )
        for name, count in shown.items()
    ]
    if rest:
        rows.append(
            el("tr", el("td", f"{len(counts) - limit} others", class_="dim"), el("td"), el("td", f"{rest:,}", class_="num"))
        )
    return el("table", el("tbody", *rows), class_="grid")


def unit_rows(
    rows: Sequence[Mapping[str, Flat]], columns: Sequence[tuple[str, str]], index: str, limit: int = 12, page: str = "unit"
) -> Markup:
    """Return rows that have a `unit` (key) as a table of links; `columns` pairs a name of the rows with its heading."""
    written = []
    for row in rows[:limit]:
        key = str(row["unit"])
        type_, name = split_key(key)
        link = el("a", breakable(name), href=page_url(page, index=index, unit=key), data_go=True)
        cells = (el("td", _number(row.get(column)), class_="num") for column, _ in columns)
        written.append(el("tr", el("td", link, " ", type_tag(type_)), *cells))
    return grid(("Unit", *((heading, "num") for _, heading in columns)), written)


def not_read(problems: Sequence[Problem], limit: int = 200) -> Markup:
    """Return which files were not read as they are: counted by what happened, then one by one up to the limit."""
    counts = Counter((problem.status, problem.reason) for problem in problems)
    chips = [
        el("span", el("b", count), el("span", f"{status}: {reason}", class_="label"), class_="chip")
        for (status, reason), count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:10]
    ]
    rows = [
        el("tr", el("td", problem.file_path), el("td", problem.status), el("td", problem.reason, class_="dim"))
        for problem in problems[:limit]
    ]
    more = el("p", f"Showing {limit} of {len(problems)}.", class_="dim") if len(problems) > limit else None
    table = el("table", el("tbody", *rows), class_="grid")
    return joined(el("div", *chips, class_="chips"), more, table)


def question_links(questions: Iterable[str], index: str, page: str = "query", view: str = "") -> Markup:
    """Return questions as links that ask them on a page, in a view of it."""
    links = [
        el("a", question, href=page_url(page, index=index, view=view, q=question), data_go=True, class_="chip")
        for question in questions
    ]
    return el("div", *links, class_="chips")


def _number(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.4f}" if abs(value) < 1 else f"{value:,.1f}"
    return f"{value:,}" if isinstance(value, int) else str(value if value is not None else "")
