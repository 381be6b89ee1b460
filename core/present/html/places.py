"""Lines of files as links: the first opens the file here, at the line, with the source around it; the second the editor."""

from __future__ import annotations

import re
from collections.abc import Callable

from core.present.html.elements import Markup, el, joined
from core.present.html.links import editor_url, file_url

_PLACE = re.compile(r"(?<![\w:/])(?:[\w.@+-]+/)*[\w.@+-]*\.[A-Za-z]\w*:\d+(?:[-–]\d+)?(?![\w:])")
_PATH_AND_LINES = re.compile(r"(.+):(\d+)(?:[-–](\d+))?")


def place_link(path: str, line: int, index: str = "", editor: str = "", root: str = "", *, short: bool = False) -> Markup:
    """Return `path:line` as a link to the page of the file, and behind it a link to the editor where there is one.

    With `short` only the name of the file is shown; the tooltip has the path.
    """
    shown = f"{path.rpartition('/')[2] if short else path}:{line}" if line else path
    link = el("a", shown, href=file_url(path, index, line), data_go=True, class_="dim small", title=f"{path}:{line}")
    address = editor_url(editor, root, path, line)
    if not address:
        return link
    words = f"Open {path}:{line} in the editor"
    return joined(link, el("a", "✎", href=address, class_="dim small pen", title=words, aria_label=words))


def with_places(text: str, index: str = "", write: Callable[[str], str] = str) -> Markup:
    """Return a sentence in which each `path:line` and `path:from-to` is a link to the page of the file.

    `write` says how the words of links and between them are written.
    """
    parts: list[Markup | str] = []
    at = 0
    for found in _PLACE.finditer(text):
        parts += [write(text[at : found.start()]), place(found[0], index, write(found[0]))]
        at = found.end()
    return joined(*parts, write(text[at:]))


def cut_between_places(text: str, most: int) -> str:
    """Return the beginning of a text, at most so long, with `…` where it is cut: never within a place, the first is whole."""
    if len(text) <= most:
        return text
    within = next((found for found in _PLACE.finditer(text) if found.start() < most < found.end()), None)
    return f"{text[: within.start() or within.end() if within else most]}…"


def is_place(text: str) -> bool:
    """Tell whether a text is the path of a file with a line and nothing else."""
    return _PLACE.fullmatch(text) is not None


def place(text: str, index: str = "", shown: str | Markup = "") -> Markup:
    """Return the link of a text that is a place (see `is_place`)."""
    found = _PATH_AND_LINES.fullmatch(text)
    path, line = (found[1], f"{found[2]}-{found[3]}" if found[3] else found[2]) if found else (text, "")
    return el("a", shown or text, href=file_url(path, index, line), data_go=True)
