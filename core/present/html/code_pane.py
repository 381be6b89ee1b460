"""Write source code as HTML for reading: numbered lines, marked ranges, a path that stays in sight."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Generic, Keyword, Name, Number, Operator, String, _TokenType
from pygments.util import ClassNotFound

from core.present.html.elements import Markup, el, joined

_BLOCK = 100  # lines that the browser lays out together; it skips the blocks that are out of sight
_AT_ONCE = 2  # blocks that a page has from the start, the others follow
_LEXERS = {"erb": "rhtml", "tsx": "tsx", "eruby": "rhtml", "jsx": "jsx", "gemfile": "ruby", "markdown": "markdown"}
# The few distinctions that help a reader; more colours are noise. The first kind that contains a token's type wins.
_CLASSES: Sequence[tuple[_TokenType, str]] = (
    (Generic.Heading, "d"),
    (Generic.Subheading, "d"),
    (Comment, "c"),
    (String.Symbol, "y"),
    (String, "s"),
    (Number, "m"),
    (Keyword, "k"),
    (Operator.Word, "k"),
    (Name.Class, "d"),
    (Name.Namespace, "d"),
    (Name.Function, "d"),
    (Name.Constant, "o"),
    (Name.Decorator, "a"),
    (Name.Tag, "k"),
    (Name.Attribute, "o"),
    (Name.Variable, "v"),
)


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


def code_pane(excerpts: Sequence[Excerpt], *, name: str, tall: bool = True, later: bool = False) -> Markup:
    """Return a pane with the excerpts below each other, each under its own path, which stays in sight.

    `name` tells the panes of a page apart. Lines have the id `<name>-<number of excerpt>-<line>`. With `later` all but the
    first lines of an excerpt are text that the script of the pages turns into lines bit by bit, as a browser stands still
    while it reads thousands of them at once.
    """
    parts = [_excerpt(excerpt, f"{name}-{number}", later) for number, excerpt in enumerate(excerpts)]
    scroller = el("div", *parts, class_="scroll", data_keep=name, tabindex=0, role="region", aria_label="Source code")
    return el("div", scroller, class_="pane tall" if tall else "pane")


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


def _excerpt(excerpt: Excerpt, name: str, later: bool) -> Markup:
    lines = highlighted(excerpt.text, excerpt.language)
    marked = _marked(excerpt.marks)
    rows = [
        _line(excerpt.first_line + offset, line, name, marked.get(excerpt.first_line + offset, ()))
        for offset, line in enumerate(lines)
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


def _line(number: int, line: Markup, name: str, marks: Sequence[Mark]) -> str:
    kinds = " ".join(dict.fromkeys(mark.kind for mark in marks))
    note = "; ".join(dict.fromkeys(mark.note for mark in marks if mark.note))
    return el(
        "div",
        el("span", data_line=number, class_="n"),
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
    lines: list[list[str]] = [[]]
    for kind, value in _tokens(text, language):
        first, *others = value.split("\n")
        lines[-1].append(_token(first, kind))
        lines.extend([_token(part, kind)] for part in others)
    if len(lines) > 1 and not any(lines[-1]):
        lines.pop()  # the end of the last line is not the start of another
    return tuple(Markup("".join(parts)) for parts in lines)


def _tokens(text: str, language: str) -> Iterable[tuple[str, str]]:
    try:
        lexer = get_lexer_by_name(_LEXERS.get(language, language or "text"), stripnl=False, ensurenl=False)
    except ClassNotFound:
        return [("", text.replace("\r\n", "\n"))]
    return ((_class_of(kind), value) for kind, value in lexer.get_tokens(text))


@lru_cache(maxsize=512)
def _class_of(kind: _TokenType) -> str:
    return next((name for wanted, name in _CLASSES if kind in wanted), "")


def _token(value: str, kind: str) -> Markup:
    if not value:
        return Markup()
    return el("i", value, class_=kind) if kind and not value.isspace() else joined(value)
