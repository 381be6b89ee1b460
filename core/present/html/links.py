"""Addresses: a page of the workbench with its state, and a line of a file in an editor."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePosixPath
from urllib.parse import quote, urlencode

from core.model import split_key, split_repository
from core.model.address import Asked, IndexAddress
from core.model.analyses import ANALYSES
from core.model.paths import is_outside
from core.present.html.elements import Attribute, Child, Markup, el

EDITORS: Mapping[str, str] = {
    "vscode": "vscode://file/{path}:{line}",
    "vscodium": "vscodium://file/{path}:{line}",
    "cursor": "cursor://file/{path}:{line}",
    "windsurf": "windsurf://file/{path}:{line}",
    "zed": "zed://file/{path}:{line}",
    "idea": "idea://open?file=/{path}&line={line}",
    "rubymine": "rubymine://open?file=/{path}&line={line}",
    "pycharm": "pycharm://open?file=/{path}&line={line}",
    "textmate": "txmt://open?url=file:///{path}&line={line}",
    "sublime": "subl://open?url=file:///{path}&line={line}",
}
"""The addresses that editors answer to, by the value of the setting `editor`; any other value means no links."""

_START = "home"  # the page that the server shows at its root, and at no other address


def anchor(href: str, *children: Child, **attributes: Attribute) -> Markup:
    """Return a link that opens an address of the pages without leaving the session."""
    return el("a", *children, href=href, data_go=True, **attributes)


def set_link(parameter: str, value: object, *children: Child, **attributes: Attribute) -> Markup:
    """Return a link that sets a parameter of the page's address; an empty value takes it out."""
    said = f"{parameter}={value}"
    return el("a", *children, href=f"?{said}", data_set=said, **attributes)


def page_url(page: str, **parameters: str | int | Sequence[str] | None) -> str:
    """Return the address of a page below the server's root; parameters that are None or empty are left out.

    Of several values the parameter is written several times.
    """
    given = {name: value for name, value in parameters.items() if value not in (None, "", (), [])}
    return f"/{'' if page == _START else page}" + (f"?{urlencode(given, doseq=True)}" if given else "")


def unit_url(key: str, index: str = "", line: int | str = "") -> str:
    """Return the address of a unit's page, at a line if one is given, in the index or set that is shown, else in its own index.

    A line of a file is on the page of the file.
    """
    repository, short = split_repository(key)
    if not index or index == repository:
        index, key = repository or index, short
    if line and split_key(key)[0] == "file":
        return file_url(split_key(key)[1], index, line)
    return page_url("code", index=index, unit=key, line=line)


def file_url(path: str, index: str = "", line: int | str = "") -> str:
    """Return the address of a file's page, at a line if one is given."""
    return page_url("code", index=index, path=path, line=line or "")


def editor_url(editor: str, root: str, path: str, line: int = 1) -> str:
    """Return the address that opens a file of the checkout in an editor; empty for an unknown editor or no file of it."""
    pattern = EDITORS.get(editor)
    if not pattern or not path or not root or is_outside(path):
        return ""
    top, _, rest = path.partition("/")
    folder = PurePosixPath(_checkout(root, top).replace("\\", "/"))
    absolute = str(folder / rest).lstrip("/")
    return pattern.format(path=quote(absolute, safe="/:"), line=max(1, line))


@lru_cache(maxsize=4_096)
def _checkout(root: str, top: str) -> str:
    """Return the folder of a top folder of a checkout; that of a member of a set is where its link leads."""
    path = os.path.join(root, top)  # noqa: PTH118 - asked for every place of a page
    try:
        return os.readlink(path)  # noqa: PTH115
    except OSError:
        return path


@dataclass(frozen=True, slots=True)
class PageLinks(IndexAddress):
    """The addresses of the pages that show one index."""

    def url(self, page: str, **parameters: str | int | None) -> str:
        """Return the full address of a page; parameters that are None or empty are left out."""
        return self.address.rstrip("/") + page_url(page, index=self.index, **parameters)

    def unit(self, key: str, line: int | str = "") -> str:
        """Return the full address of a unit's page, at a line if one is given; a line of a file is on the page of the file."""
        type_, path = split_key(key)
        return self.file(path, line) if line and type_ == "file" else self.url("code", unit=key, line=line)

    def file(self, path: str, line: int | str = "") -> str:
        """Return the full address of a file's page, at a line if one is given."""
        return self.url("code", path=path, line=line or "")

    def link(self, page: str, text: str = "Open in the workbench", **parameters: str | int | None) -> PageLink:
        """Return a link to a page, which a notebook shows as such."""
        return PageLink(self.url(page, **parameters), text)


@dataclass(frozen=True, slots=True)
class PageLink:
    """An address with a text; needs the workbench to run (`orienteer ui`)."""

    url: str
    text: str

    def __str__(self) -> str:
        return self.url

    def html(self) -> Markup:
        """Return the link as an element that opens beside the notebook."""
        return el("a", self.text, href=self.url, target="_blank")

    def _repr_html_(self) -> str:
        return self.html()


def page_links(address: IndexAddress | None) -> PageLinks | None:
    """Return the links to the pages of an index; None without an address."""
    return PageLinks(address.address, address.index) if address else None


_CALLED = {"start": "unit", "end": "to"}  # what the pages call an argument


def result_link(pages: PageLinks, asked: Asked) -> PageLink | None:
    """Return the link to the page that shows the result of an analysis; None for an analysis without a page."""
    row = ANALYSES.get(asked.analysis)
    if row is None or not row.page:
        return None
    carried = {_CALLED.get(name, name): asked.arguments[name] for name in row.carried if name in asked.arguments}
    return pages.link(row.page, **{**row.fixed, **carried})
