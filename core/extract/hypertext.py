"""HTML as Markdown: its headings, paragraphs, lists and code, so that an exported page is read like any other document.

What only looks (styles, scripts, navigation, forms) is left out. Broken HTML gives what a browser's reader would see of it,
as far as the parser of the standard library can tell; nothing of it is run or fetched.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser

_UNSEEN = frozenset(
    ("script", "style", "noscript", "template", "svg", "nav", "header", "footer", "aside", "form", "iframe", "button")
)
_BLOCKS = frozenset(
    ("p", "div", "section", "article", "main", "ul", "ol", "dl", "dt", "dd", "table", "tr", "blockquote", "figure", "hr", "br",
     "details", "summary", "address")
)  # fmt: skip
_CODE = frozenset(("code", "tt", "kbd", "samp", "var"))
_BLANKS = re.compile(r"\s+")
_HEADING = re.compile(r"h[1-6]")


def as_markdown(html: str) -> str:
    """Return what a page says as Markdown; the title of the page is its first heading where the page has none of that level."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    reader.flush()
    lines = reader.lines
    if reader.title and not any(line.startswith("# ") for line in lines):
        lines = [f"# {reader.title}", "", *lines]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


class _Reader(HTMLParser):
    """Gathers lines of Markdown from tags and texts as they come."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = []
        self.title = ""
        self._text: list[str] = []
        self._start = ""
        self._unseen: list[str] = []
        self._in_title = False
        self._pre = 0
        self._code = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._unseen:
            if tag in _UNSEEN:
                self._unseen.append(tag)
            return
        if tag in _UNSEEN:
            self._unseen.append(tag)
        elif tag == "title":
            self._in_title = True
        elif tag == "pre":
            self.flush()
            self._pre += 1
            self.lines += ["", "```"]
        elif _HEADING.fullmatch(tag):
            self.flush()
            self.lines.append("")
            self._start = "#" * int(tag[1]) + " "
        elif tag == "li":
            self.flush()
            self._start = "- "
        elif tag in _CODE and not self._pre:
            self._code += 1
            self._text.append("`")
        elif tag in ("td", "th"):
            self._text.append(" ")
        elif tag in _BLOCKS:
            self.flush()

    def handle_endtag(self, tag: str) -> None:
        if self._unseen:
            if tag in self._unseen:
                del self._unseen[self._unseen.index(tag) :]
            return
        if tag == "title":
            self._in_title = False
        elif tag == "pre" and self._pre:
            self.flush()
            self._pre -= 1
            self.lines += ["```", ""]
        elif tag in _CODE and self._code:
            self._code -= 1
            self._text.append("`")
        elif _HEADING.fullmatch(tag) or tag in _BLOCKS or tag == "li":
            self.flush()
            if tag != "li":
                self.lines.append("")

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.title = _BLANKS.sub(" ", self.title + data).strip()
        elif not self._unseen:
            self._text.append(data)

    def flush(self) -> None:
        """End the line that is being written."""
        text, start = "".join(self._text), self._start
        self._text, self._start = [], ""
        if self._code:  # a tag of code that was never closed ends with its paragraph
            text, self._code = f"{text}`", 0
        if self._pre:
            self.lines += text.strip("\n").split("\n") if text.strip() else []
            return
        plain = _BLANKS.sub(" ", text).strip()
        if plain.strip("`"):
            self.lines.append(f"{start}{plain}")
