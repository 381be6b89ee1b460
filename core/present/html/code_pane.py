"""Write source code as HTML for reading: numbered lines, marked ranges, a path that stays in sight."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from core.model.code_links import LinkedCode
from core.present.html.code_links import CodeLinks
from core.present.html.elements import Markup, el, joined
from core.present.html.links import PageLinks
from core.present.html.type_colours import coloured
from core.text.lexing import lexed

_BLOCK = 100  # lines that the browser lays out together; it skips the blocks that are out of sight
_AT_ONCE = 2  # blocks that a page has from the start, the others follow


@dataclass(frozen=True, slots=True)
class Mark:
    """Lines that stand out, both ends included, in the numbers of the file.

    `kind` is `hit` (what a question found), `target` (what the address names), `declared` (the facts of a unit) or
    `reference`; `note` is the tooltip.
    """

    start: int
    end: int
    kind: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Consecutive lines of one file; `caption` says where they come from when that is not the file itself."""

    file_path: str
    first_line: int
    text: str
    language: str = ""
    marks: tuple[Mark, ...] = ()
    caption: str = ""
    editor_url: str = ""
    linked: LinkedCode | None = None


def code_pane(
    excerpts: Sequence[Excerpt], *, name: str, tall: bool = True, later: bool = False, pages: PageLinks | None = None
) -> Markup:
    """Return a pane with the excerpts below each other, each under its own path, which stays in sight.

    `name` tells the panes of a page apart. Lines have the id `<name>-<number of excerpt>-<line>`. With `later` all but the
    first lines of an excerpt are text that the script of the pages turns into lines bit by bit, as a browser stands still
    while it reads thousands of them at once. Names that are linked lead to their units on these `pages`.
    """
    links = CodeLinks(pages) if pages and any(excerpt.linked for excerpt in excerpts) else None
    parts = [_excerpt(excerpt, f"{name}-{number}", later, links) for number, excerpt in enumerate(excerpts)]
    scroller = el("div", *parts, class_="scroll", data_keep=name, tabindex=0, role="region", aria_label="Source code")
    if links is None:
        return el("div", scroller, class_="pane tall" if tall else "pane")
    skip = el("button", "Skip the code", type="button", class_="skip tool", data_skip=True)
    end = el("span", "End of the code", tabindex=0, class_="skip", data_end=True)  # -1 would lead back to the beginning
    return el("div", skip, scroller, links.told(), end, class_="pane linked tall" if tall else "pane linked")


def line_id(name: str, line: int, excerpt: int = 0) -> str:
    """Return the id of a line in the pane called `name`."""
    return f"{name}-{excerpt}-{line}"


def parse_lines(text: str) -> tuple[int, int]:
    """Return the first and last line that `12` or `12-20` names; (0, 0) for anything else."""
    first, _, last = text.partition("-")
    if not first.isdigit() or (last and not last.isdigit()):
        return (0, 0)
    start, end = int(first), int(last or first)
    return (min(start, end), max(start, end))


def _excerpt(excerpt: Excerpt, name: str, later: bool, links: CodeLinks | None) -> Markup:
    lines = highlighted(excerpt.text, excerpt.language)
    marked = _marked(excerpt.marks)
    linked = excerpt.linked if links else None
    woven = links.woven(linked, lexed(excerpt.text, excerpt.language), excerpt.first_line) if links and linked else {}
    margin = links.margin(linked) if links and linked else {}
    rows = [
        _line(number, woven.get(number, line), name, marked.get(number, ()), margin.get(number))
        for number, line in enumerate(lines, excerpt.first_line)
    ]
    width = len(str(excerpt.first_line + len(lines)))
    blocks = [_block(block, later and number >= _AT_ONCE) for number, block in enumerate(_batches(rows))]
    body = el("div", *blocks, class_="code", id=name, style=f"--digits:{width}ch")
    return joined(_head(excerpt, name, len(lines)), body)


def _block(rows: Sequence[str], later: bool) -> Markup:
    """Return some lines, or a text that holds them: no browser runs a script of this type, and none reads what is in it."""
    lines = Markup("".join(rows))
    inner = el("script", lines, type="text/html", data_lines=True) if later else lines
    return el("div", inner, class_="block", style=f"contain-intrinsic-size:auto {len(rows) * 1.5:.1f}em")


def _head(excerpt: Excerpt, name: str, count: int) -> Markup:
    folder, slash, file = excerpt.file_path.rpartition("/")
    last = excerpt.first_line + max(count, 1) - 1
    return el(
        "div",
        el("span", el("span", folder + slash, class_="dim"), el("b", file), class_="path", title=excerpt.file_path),
        el("span", f"{excerpt.first_line}–{last}", class_="dim"),
        el("span", excerpt.caption, class_="tag") if excerpt.caption else None,
        el("span", class_="push"),
        el("button", "Wrap", type="button", class_="tool", data_wrap=True, aria_pressed="false", title="Wrap long lines"),
        el("button", "Copy", type="button", class_="tool", data_copy=name, title="Copy these lines"),
        el("a", "Open in editor", href=excerpt.editor_url, class_="tool") if excerpt.editor_url else None,
        class_="bar",
    )


def _line(number: int, line: Markup, name: str, marks: Sequence[Mark], beside: Markup | None) -> str:
    kinds = " ".join(dict.fromkeys(mark.kind for mark in marks))
    note = "; ".join(dict.fromkeys(mark.note for mark in marks if mark.note))
    return el(
        "div",
        el("span", data_line=number, class_="n"),
        beside,
        el("span", line, class_="t"),
        id=f"{name}-{number}",
        class_=f"l {kinds}" if kinds else "l",
        title=note or None,
    )


def _marked(marks: Iterable[Mark]) -> Mapping[int, list[Mark]]:
    found: dict[int, list[Mark]] = {}
    for mark in marks:
        for line in range(mark.start, mark.end + 1):
            found.setdefault(line, []).append(mark)
    return found


def _batches(rows: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(rows), _BLOCK):
        yield rows[start : start + _BLOCK]


@lru_cache(maxsize=128)
def highlighted(text: str, language: str) -> tuple[Markup, ...]:
    """Return one piece of markup per line, escaped; the same without colours for a language that Pygments does not know."""
    return tuple(joined(*(coloured(value, kind) for kind, value in line)) for line in lexed(text, language))
