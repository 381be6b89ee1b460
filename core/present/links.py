"""Addresses: a page of the workbench with its state, and a line of a file in an editor."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath
from urllib.parse import quote, urlencode

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


def page_url(page: str, **parameters: str | int | None) -> str:
    """Return the address of a page below the server's root; parameters that are None or empty are left out."""
    given = {name: value for name, value in parameters.items() if value not in (None, "")}
    return f"/{page}" + (f"?{urlencode(given)}" if given else "")


def unit_url(key: str, index: str = "", line: int | str = "") -> str:
    """Return the address of a unit's page, at a line if one is given."""
    return page_url("unit", index=index, unit=key, line=line)


def editor_url(editor: str, root: str, path: str, line: int = 1) -> str:
    """Return the address that opens a file of the checkout in an editor; empty for an unknown editor or no file."""
    pattern = EDITORS.get(editor)
    if not pattern or not path or not root:
        return ""
    absolute = str(PurePosixPath(root.replace("\\", "/")) / path).lstrip("/")
    return pattern.format(path=quote(absolute, safe="/:"), line=max(1, line))
