"""The way to a unit or a line: folders, file, class, member, each a link."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath

from core.model import UnitHead, unit_key
from core.present.html.elements import Markup, el, joined
from core.present.html.links import PageLinks
from core.vocabulary import BY_PATH


def breadcrumbs(path: str, inner: UnitHead | None, heads: Mapping[str, UnitHead], pages: PageLinks, line: int = 0) -> Markup:
    """Return the folders and the file of a path, then what encloses `inner` in that file, and `inner` last.

    Without `inner` the file is where the reader is. `line` is where the file is opened.
    """
    folders = [str(folder) for folder in reversed(PurePosixPath(path).parents) if str(folder) != "."]
    parts = [_folder(folder, heads, pages) for folder in folders]
    name = PurePosixPath(path).name
    parts.append(_crumb(name, pages.file(path, line or "") if inner else ""))
    for head in _chain(inner, heads):
        parts.append(_crumb(head.name or head.identifier, "" if head is inner else pages.unit(head.key)))
    listed = [el("li", part) for part in parts]
    return el("nav", el("ol", *listed, class_="crumbs"), aria_label="Breadcrumbs")


def _folder(folder: str, heads: Mapping[str, UnitHead], pages: PageLinks) -> Markup:
    key = unit_key("folder", folder)
    return _crumb(PurePosixPath(folder).name, pages.unit(key)) if key in heads else joined(PurePosixPath(folder).name)


def _crumb(name: str, address: str) -> Markup:
    """Return a step of the way; without an address it is where the reader is."""
    return el("a", name, href=address, data_go=True) if address else el("b", name, aria_current="page")


def _chain(inner: UnitHead | None, heads: Mapping[str, UnitHead]) -> list[UnitHead]:
    """Return what encloses a unit in its file and is no file itself, the outermost first, and the unit."""
    found: list[UnitHead] = []
    while inner is not None and inner.type not in BY_PATH and inner not in found:
        found.append(inner)
        outer = heads.get(inner.parent)
        inner = outer if outer and outer.file_path == inner.file_path else None
    return found[::-1]
