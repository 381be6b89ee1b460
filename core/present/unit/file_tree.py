"""Write the tree of files: a link each, with its number over a bar of its heat."""

from __future__ import annotations

from dataclasses import dataclass

from core.model import unit_key
from core.present.html.elements import Markup, el
from core.present.html.links import anchor, file_url, unit_url

TREE_HERE = "tree-here"
"""The id of the row of the path that is shown."""


@dataclass(frozen=True, slots=True)
class TreeRow:
    """A folder or file: how deep it lies, whether it is open, its number in the chosen measure (None if unknown), its heat.

    `heat` is 0 to 1, compared with the other folders, or the other files, of the tree.
    """

    path: str
    label: str
    folder: bool
    depth: int
    open: bool
    value: float | None
    heat: float


@dataclass(frozen=True, slots=True)
class FileTree:
    """The rows from top to bottom, what their numbers mean, how they are written, and what is left out, as a sentence."""

    rows: tuple[TreeRow, ...]
    meaning: str
    number: str
    left_out: str = ""


def tree_html(tree: FileTree, path: str, index: str) -> Markup:
    """Return the tree; the row of `path` is the current one.

    It has one stop of the tabulator, so that the code stays near: the current row, or the first. Arrow keys lead on (panel.js).
    """
    stop = path if any(row.path == path for row in tree.rows) else next((row.path for row in tree.rows), "")
    rows = (_row(row, tree, path, index, stop=row.path == stop) for row in tree.rows)
    more = el("p", tree.left_out, class_="dim small") if tree.left_out else None
    return el("nav", *rows, more, class_="tree scroll", aria_label="Files", data_keep="tree")


def _row(row: TreeRow, tree: FileTree, path: str, index: str, *, stop: bool) -> Markup:
    href = unit_url(unit_key("folder", row.path), index) if row.folder else file_url(row.path, index)
    label = f"{row.label}/" if row.folder else row.label
    number = "" if row.value is None else tree.number.format(row.value)
    title = f"{row.path}: {number} {tree.meaning}" if number else f"{row.path}: no data"
    return el(
        "div",
        anchor(href, label, title=title, aria_current="page" if row.path == path else None, tabindex=None if stop else "-1"),
        el("span", number if row.value else "", class_="dim small num"),
        class_="leaf", id=TREE_HERE if row.path == path else None, style=f"--depth:{row.depth};--heat:{row.heat:.2f}",
    )  # fmt: skip
