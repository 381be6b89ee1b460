"""The Ruby inside HAML and Slim templates, every line at its own number.

Both languages close blocks by dedenting; every block gets its `end` where the indentation
falls back, at the start of that line, so that line numbers stay.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from core.text.brackets import Brackets

_OPENS = re.compile(r"(?:\bdo\b\s*(?:\|[^|]*\|)?\s*$)|^(?:if|unless|case|while|until|for|begin)\b")
_CONTINUES = re.compile(r"^(?:else|elsif|when|in|rescue|ensure)\b")
_INTERPOLATION = re.compile(r"#\{((?:[^{}]|\{[^{}]*\})*)\}")
_HAML_TAG = re.compile(r"^(?:%[\w:-]+)?(?:[.#][\w:-]+)*(?=[({\[=!&~<>/\s]|$)")
_SLIM_TAG = re.compile(r"^(?:[\w@-]+(?::[\w-]+)*|\*)?(?:[.#][\w:@-]+)*")
_SLIM_OUTPUT = re.compile(r"^(?:==?[<>']*|[<>]*==?)\s*(?P<code>.*)$")
_ATTRIBUTE = re.compile(r"^\s*[\w:@.-]+\s*=(?!=)=?\s*")
_PAIRS = {"(": ")", "[": "]", "{": "}"}
_BRACKETS = Brackets("()[]{}", quotes="'\"", escapes=True)
_LONGEST_LINE = 20_000  # a longer line is data: brackets are looked for again and again in it
_MAX_INLINE = 20  # tags inside of tags on one line
_RUBY_FILTERS = (":ruby", "ruby:")
_FOREIGN_FILTERS = re.compile(
    r"^(?::(?:javascript|css|plain|markdown|sass|scss|less|coffee\w*|escaped|preserve|cdata|erb)|(?:javascript|css|scss|sass|markdown|coffee):)\s*$"
)


def ruby_of_haml(text: str) -> str:
    """Return the Ruby of a HAML template: code lines, tag attributes and interpolations."""
    return _rubify(text, _haml_line)


def ruby_of_slim(text: str) -> str:
    """Return the Ruby of a Slim template: code lines, attribute values and interpolations."""
    return _rubify(text, _slim_line)


def _rubify(text: str, read: Callable[[str], tuple[str, str]]) -> str:
    """Return the lines of Ruby; `read` gives the code that may open a block and the attributes beside it."""
    result: list[str] = []
    open_blocks: list[int] = []
    for indent, content, count in _logical_lines(text):
        code, attributes = read(content)
        ends = ""
        while open_blocks and indent <= open_blocks[-1] and not (indent == open_blocks[-1] and _CONTINUES.match(code)):
            open_blocks.pop()
            ends += "end; "
        if code and _OPENS.search(code) and not re.search(r"\bend\s*$", code):
            open_blocks.append(indent)
        parts = [part for part in (attributes, code) if part]
        first, *rest = "; ".join(parts).split("\n")
        result.append(ends + first)
        result.extend(rest[: count - 1])
        result.extend([""] * (count - 1 - len(rest[: count - 1])))
    result.append("end; " * len(open_blocks))
    return "\n".join(result)


def _logical_lines(text: str) -> Iterator[tuple[int, str, int]]:
    """Yield (indentation, content, number of lines); code that ends in a comma or an open bracket goes on."""
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        line = lines[at]
        line = line if len(line) <= _LONGEST_LINE else ""
        content, indent = line.strip(), len(line) - len(line.lstrip())
        if not content:
            yield 10**6, "", 1  # an empty line closes nothing
            at += 1
        elif content in _RUBY_FILTERS or _FOREIGN_FILTERS.match(content):
            last = _block_end(lines, at, indent)
            inner = "\n".join(lines[at + 1 : last])
            yield indent, f"\0{inner}" if content in _RUBY_FILTERS else f"\1{inner}", last - at
            at = last
        else:
            last = at + 1
            while last < len(lines) and _goes_on("\n".join(lines[at:last])):
                last += 1
            yield indent, "\n".join(lines[at:last]).strip(), last - at
            at = last


def _block_end(lines: list[str], at: int, indent: int) -> int:
    last = at + 1
    while last < len(lines) and (not lines[last].strip() or len(lines[last]) - len(lines[last].lstrip()) > indent):
        last += 1
    return last


def _goes_on(content: str) -> bool:
    stripped = content.strip()
    is_code = re.match(r"^(?:[-=&!~%.#]|[\w.#-]+\s*[({=])", stripped) is not None
    if not is_code or content.count("\n") > 60:  # an unclosed bracket in text must not swallow the file
        return False
    return stripped.endswith((",", "\\", " |")) or (stripped[0] in "%.#" and _is_open(stripped))


def _is_open(content: str) -> bool:
    tag = _HAML_TAG.match(content)
    rest = content[tag.end() :] if tag else ""
    return bool(rest[:1] in _PAIRS and _BRACKETS.closing(rest) < 0)


def _interpolated(text: str) -> str:
    return "; ".join(found.strip() for found in _INTERPOLATION.findall(text))


def _filtered(content: str) -> str:
    """Return the Ruby of a filter: all of a Ruby filter's, the interpolations of any other's, line by line."""
    lines = content[1:].split("\n")
    return "\n".join(["", *(lines if content[0] == "\0" else [_interpolated(line) for line in lines])])


def _haml_line(content: str) -> tuple[str, str]:
    if content[:1] in "\0\1" and content:
        return _filtered(content), ""
    if content.startswith(("-#", "/", "!!!", "\\")) or not content:
        return "", _interpolated(content[1:])
    if content[0] in "-~":
        return content[1:].strip().rstrip("|"), ""
    if match := re.match(r"^(?:[&!]?==?|[&!]=)\s*(?P<code>.*)$", content, re.S):
        return match["code"].rstrip("|"), ""
    tag = _HAML_TAG.match(content) if content[0] in "%.#" and not content.startswith("#{") else None
    if tag is None:
        return "", _interpolated(content)
    return _haml_tag(content[tag.end() :])


def _haml_tag(rest: str) -> tuple[str, str]:
    attributes: list[str] = []
    while rest[:1] in _PAIRS and (end := _BRACKETS.closing(rest) + 1) > 0:
        inner = rest[1 : end - 1]
        attributes.append(_html_attributes(inner) if rest[0] == "(" else f"haml_attributes({inner})")
        rest = rest[end:]
    rest = rest.lstrip("<>/")
    if match := re.match(r"^[&!]?==?\s*(?P<code>.*)$", rest, re.S):
        return match["code"], "; ".join(attributes)
    return "", "; ".join([*attributes, _interpolated(rest)]).strip("; ")


def _html_attributes(inner: str) -> str:
    """Return the values of `(href=foo_path class="a")` as statements."""
    values = []
    while match := re.match(r"^\s*[\w:@.-]+\s*=\s*", inner):
        value, inner = _value(inner[match.end() :])
        values.append(value)
    return "; ".join(values)


def _value(text: str) -> tuple[str, str]:
    """Return the Ruby value at the start of a text, up to blank space outside of brackets and quotes, and what follows."""
    depth, quote = 0, ""
    for position, mark in enumerate(text):
        if quote:
            quote = "" if mark == quote else quote
        elif mark in "'\"":
            quote = mark
        elif mark in "([{":
            depth += 1
        elif mark in ")]}":
            depth -= 1
        if not quote and depth <= 0 and (mark.isspace() or depth < 0):
            return text[:position], text[position:]
    return text, ""


def _slim_line(content: str, depth: int = 0) -> tuple[str, str]:
    if content[:1] in "\0\1" and content:
        return _filtered(content), ""
    if content.startswith(("/", "doctype")) or not content:
        return "", _interpolated(content[1:])
    if content[0] in "|'":
        return "", _interpolated(content)
    if content[0] == "-":
        return content[1:].strip(), ""
    if match := re.match(r"^==?[<>']*\s*(?P<code>.*)$", content, re.S):
        return match["code"], ""
    tag = _SLIM_TAG.match(content)
    is_tag = tag is not None and tag.end() and depth < _MAX_INLINE
    return _slim_tag(content[tag.end() :], depth) if tag and is_tag else ("", _interpolated(content))


def _slim_tag(rest: str, depth: int) -> tuple[str, str]:
    values: list[str] = []
    if rest[:1] in _PAIRS and (end := _BRACKETS.closing(rest) + 1) > 0:
        values.append(_html_attributes(rest[1 : end - 1]))
        rest = rest[end:]
    while (match := _ATTRIBUTE.match(rest)) and rest[:1].isspace():
        value, rest = _value(rest[match.end() :])
        values.append(value)
    rest = rest.strip()
    if match := _SLIM_OUTPUT.match(rest):
        return match["code"], "; ".join(values)
    if rest.startswith(":"):  # `li: a href=…`, a tag inside a tag
        code, inner = _slim_line(rest[1:].strip(), depth + 1)
        return code, "; ".join([*values, *([inner] if inner else [])])
    return "", "; ".join([*values, _interpolated(rest)]).strip("; ")
