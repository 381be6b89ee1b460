"""Drawings that stand alone: they bring their style along, and links in them lead to the workbench."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence

from core.analyse.levels import Matrix
from core.model import fitted_name
from core.present.html.elements import Markup, el
from core.present.html.type_colours import hue_style

STYLE = (
    ".drawing{font-family:system-ui,sans-serif;max-width:100%;height:auto}"
    ".drawing text{fill:var(--ink,#0f1816);font-size:12.5px}.drawing .heading{fill:var(--quiet,#56635f);font-size:12px}"
    ".drawing .node rect:not(.strip){fill:var(--soft,#f4f6f5);stroke:var(--line,#cdd5d2)}"
    ".drawing .centre rect:not(.strip){fill:#0b6b62;stroke:#0b6b62}.drawing .centre text{fill:#fff;font-weight:640}"
    ".drawing .count{font-size:12px;text-anchor:middle;paint-order:stroke;stroke:var(--page,#fff);stroke-width:4px}"
    ".drawing .edge{fill:none;stroke:var(--quiet,#56635f);opacity:.45}"
    ".drawing .back{stroke:#c5362d;stroke-dasharray:5 3;opacity:.8}"
    ".drawing .axis{stroke:var(--quiet,#56635f)}.drawing .area{fill:var(--soft,#e6eae9);stroke:var(--line,#cdd5d2)}"
    ".drawing .hot{fill:#e0671b}.drawing.files rect{fill:#e0671b;fill-opacity:calc(.08 + var(--heat)*.72)}"
    ".drawing .cell{fill:#3b73b9}.drawing .up{fill:#c5362d}.drawing .frame{fill:none;stroke:var(--quiet,#56635f)}"
    + hue_style("fill", within=".drawing ")
)
"""The style of all drawings outside of the pages; a document may set other colours by the variables."""
_LINK = re.compile(r' href="/([^"]*\?[^"]*)"')
_CELL, _NAMES, _LETTERS, _MOST = 16, 250, 34, 60


def standalone(drawing: Markup) -> str:
    """Return a drawing as an SVG file: with its name space and its style, without links, which a picture cannot follow."""
    text = re.sub(r"</?a\b[^>]*>", "", drawing)
    return re.sub(r"<svg\b", '<svg xmlns="http://www.w3.org/2000/svg"', text, count=1).replace(
        ">", f"><style>{STYLE}</style>", 1
    )


def linked(drawing: Markup, pages: str, commit: str = "") -> Markup:
    """Return a drawing whose links open pages of a server, at a commit; links that change their own page open nothing."""
    said = f"&amp;commit={commit}" if commit else ""
    return Markup(_LINK.sub(rf' href="{pages.rstrip("/")}/\1{said}"', drawing).replace(' href="?', ' data-was="?'))


def data_address(drawing: Markup) -> str:
    """Return a drawing as an address that holds all of it, for a picture in a text."""
    return f"data:image/svg+xml;base64,{b64encode(standalone(drawing).encode()).decode()}"


def matrix_svg(found: Matrix) -> Markup | None:
    """Return who uses whom as dots in a grid, rows use columns; None for more rows than a picture can show."""
    names: Sequence[str] = found.order
    if not names or len(names) > _MOST:
        return None
    side = _CELL * len(names)
    rows = [
        el("text", fitted_name(name, _LETTERS), x=_NAMES - 8, y=_CELL * number + 12, text_anchor="end")
        for number, name in enumerate(names)
    ]
    most = max((cell.weight for cell in found.items), default=1)
    cells = [
        el(
            "rect", el("title", f"{cell.source} → {cell.target}: {cell.weight}"), x=_NAMES + _CELL * cell.column + 1,
            y=_CELL * cell.row + 1, width=_CELL - 2, height=_CELL - 2, class_="up" if cell.back else "cell",
            opacity=f"{0.3 + 0.7 * (cell.weight / most) ** 0.5:.2f}",
        )
        for cell in found.items
    ]  # fmt: skip
    frame = el("rect", x=_NAMES, y=0, width=side, height=side, class_="frame")
    width = _NAMES + side + 2
    said = f"Dependency matrix, {len(names)} rows. Red cells violate the layering"
    return el(
        "svg", *rows, *cells, frame, viewBox=f"0 0 {width} {side + 2}", width=width, height=side + 2, class_="drawing",
        role="img", aria_label=said,
    )  # fmt: skip
