"""Read the scripts and template expressions of components: Vue, Svelte, Astro and MDX, each at its own line.

The file becomes a script of as many lines: scripts stay, of the markup only what names code does, everything else is blank. A
component that a template shows is written as an element, an expression as a statement.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from core.extract.facts import FileFacts, SourceFile
from core.extract.javascript import reader
from core.text.lines import line_at, line_ends

_BLOCK = re.compile(
    r"<(script|style)(?=[\s/>])((?:\"[^\"]*\"|'[^']*'|[^>\"'])*)(?:/>|>(.*?)</\1\s*>)|<!--.*?-->", re.DOTALL | re.IGNORECASE
)
_SOURCE = re.compile(r"\bsrc\s*=\s*[\"'](\.[^\"']*)")
_TEMPLATE = re.compile(r"^<template\b(?![^>]*\blang=)[^>]*>.*</template>", re.DOTALL | re.MULTILINE)
_ELEMENT = re.compile(r"^;<([\w.]+)/>$")
_TAG = r"<(?P<tag>[A-Z][\w.]*|[a-z]\w*(?:-\w+)+)(?=[\s/>])"
_VUE = re.compile(
    _TAG + r"|\{\{(?P<text>.*?)\}\}"
    r"|\s(?P<name>(?:v-|[:@])[\w:.@-]+(?:\[[^\]\s]*\][\w.]*)?)\s*=\s*(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)')",
    re.DOTALL,
)
_VUE_FOR = re.compile(r"^(?P<names>.*?)\s+(?:in|of)\s+(?P<value>.*)$", re.DOTALL)
_BRACED = re.compile(_TAG + r"|\s(?:use|transition|in|out|animate):(?P<name>[A-Za-z_$][\w$.]*)|(?P<open>\{)")
_STORE = re.compile(r"(?<![\w$.])\$(?=(?!state\b|props\b|derived\b|effect\b|bindable\b|inspect\b|host\b)[A-Za-z]\w*)")
_SVELTE = re.compile(r"^\s*(?:[#:@](?:if|else if|each|await|key|html|render|const|debug|attach)\b|\.\.\.|@?const\s+[\w$]+\s*=)")
_SVELTE_AS = re.compile(r"\sas\s[^(]*(\(?)|\s(?:then|catch)\s+[\w\[{(].*$", re.DOTALL)
_SVELTE_NONE = re.compile(r"^\s*(?:[/:]|#snippet\b|/\*)")
_FRONT = re.compile(r"^\ufeff?\s*---[ \t]*\r?\n(.*?)^---[ \t]*$", re.DOTALL | re.MULTILINE)
_MODULE = re.compile(r"^(?:import|export)\b(?:[^\n]*\n?)(?:[^\n]*\S[^\n]*\n?)*", re.MULTILINE)
_CODE_IN_PROSE = re.compile(r"^ {0,3}(`{3,}|~{3,}).*?(?:^ {0,3}\1|\Z)|(`+)[^`].*?\2", re.DOTALL | re.MULTILINE)
_NOT_NEW_LINE = re.compile(r"[^\n]")


def read(file: SourceFile) -> FileFacts:
    """Return the facts of the scripts of a component and of what its markup names."""
    text = file.text.replace("\r\n", " \n")
    scripts = list(_scripts(file.language, text))
    markup = _vue(text) if file.language == "vue" else _braced(file.language, text)
    shown = list(markup)
    plain = [Piece(start, end, _ELEMENT.sub(r"\1", code)) for start, end, code in shown]
    lines = {line for start, end, _ in shown for line in range(line_at(text, start), text.count("\n", 0, end) + 2)}
    # A cast as `<Cart>value` is no element, and markup may be no expression.
    for language, pieces in (("tsx", (*scripts, *shown)), ("typescript", (*scripts, *plain)), ("typescript", scripts)):
        facts = reader.read(replace(file, language=language, text=_joined(text, pieces)), lines)
        if not facts.problems:
            break
    return replace(facts, language=file.language)


class Piece(NamedTuple):
    """From where to where a text is replaced, and by what; it has the line breaks of what it stands for."""

    start: int
    end: int
    code: str


def _joined(text: str, pieces: Iterable[Piece]) -> str:
    """Return a text with these pieces in their places and blanks for everything else."""
    parts: list[str] = []
    end = 0
    for start, stop, code in sorted(pieces):
        if start < end:
            continue
        parts += [line_ends(text[end:start]), code, ";" if code.strip() else ""]
        end = stop
    return "".join([*parts, line_ends(text[end:])])


def _kept(text: str) -> str:
    return _NOT_NEW_LINE.sub(" ", text)


def _scripts(language: str, text: str) -> Iterator[Piece]:
    """Yield the scripts of a file as they are."""
    if language == "mdx":
        yield from (Piece(found.start(), found.end(), found[0]) for found in _MODULE.finditer(_prose(text)))
        return
    front = _FRONT.match(text) if language == "astro" else None
    if front is not None:
        yield Piece(front.start(1), front.end(1), front[1])
    for found in _BLOCK.finditer(text, front.end() if front is not None else 0):
        if (found[1] or "").lower() != "script":
            continue
        if found[3] is not None:
            script = _STORE.sub("", found[3]) if language == "svelte" else found[3]
            yield Piece(found.start(3), found.end(3), script)
        if elsewhere := _SOURCE.search(found[2]):
            passed = f'export {{ default }} from "{elsewhere[1]}"; export * from "{elsewhere[1]}"'
            yield Piece(found.start(), found.start() + 1, passed)


def _prose(text: str) -> str:
    return _CODE_IN_PROSE.sub(lambda found: _kept(found[0]), text)


def _markup(language: str, text: str) -> str:
    """Return a text of which only the markup is left."""
    if language == "vue":
        found = _TEMPLATE.search(text)
        text = _kept(text[: found.start()]) + text[found.start() : found.end()] if found is not None else ""
    if language == "mdx":
        return _MODULE.sub(lambda found: _kept(found[0]), _prose(text))
    text = _FRONT.sub(lambda found: _kept(found[0]), text, count=1) if language == "astro" else text
    return _BLOCK.sub(lambda found: _kept(found[0]), text)


def _element(name: str) -> str:
    """Return the element of a component, whose name may be written with hyphens."""
    return f"<{''.join(part[:1].upper() + part[1:] for part in name.split('-'))}/>"


def _vue(text: str) -> Iterator[Piece]:
    for match in _VUE.finditer(_markup("vue", text)):
        name, start, end = match["name"], match.start(), match.end()
        if match["tag"]:
            yield Piece(start, end, f";{_element(match['tag'])}")
            continue
        value = html.unescape(match["text"] if name is None else match["double"] or match["single"] or "")
        before = line_ends(match[0][: match[0].find(value)]) if value in match[0] else ""
        if not value.strip() or (name or "").startswith("v-slot"):
            continue
        if name == "v-for" and (loop := _VUE_FOR.match(value)):
            value = _kept(value[: loop.start("value")]) + loop["value"]
        is_handler = name is not None and name.startswith(("@", "v-on"))  # may be several statements
        yield Piece(start, end, f"{before};{{{value}}}" if is_handler else f"{before};({value})")


def _braced(language: str, text: str) -> Iterator[Piece]:
    """Yield the components and the expressions in braces of markup that is written as in Svelte, Astro and MDX."""
    markup = _markup(language, text)
    position = 0
    while match := _BRACED.search(markup, position):
        position = match.end()
        if match["tag"]:
            yield Piece(match.start(), position, f";{_element(match['tag'])}")
        elif match["name"]:
            yield Piece(match.start(), position, f"{line_ends(match[0])};{match['name']}")
        else:
            position = _closing(markup, match.start())
            value = _expression(language, markup[match.end() : position - 1])
            if value.strip():
                yield Piece(match.start(), position, f";({value})")


def _expression(language: str, value: str) -> str:
    if language != "svelte":
        return "" if value.lstrip().startswith("/*") else value
    if _SVELTE_NONE.match(value) and not value.lstrip().startswith(":else if"):
        return ""
    plain = _SVELTE.sub(lambda found: _kept(found[0]), value, count=1)
    if value.lstrip().startswith(("#each", "#await")):
        plain = _SVELTE_AS.sub(lambda found: _kept(found[0]) + ("," + found[1] if found[1] else ""), plain, count=1)
    return _STORE.sub("", plain)


def _closing(text: str, start: int) -> int:
    """Return the position after the brace that closes the one at a position, or after it if none does."""
    depth, quote, position = 0, "", start
    while position < len(text):
        sign = text[position]
        if quote:
            position += sign == "\\"
            quote = "" if sign == quote else quote
        elif sign in "\"'`" and not (sign == "'" and text[position - 1].isalnum()):
            quote = sign
        else:
            depth += (sign == "{") - (sign == "}")
            if depth == 0:
                return position + 1
        position += 1
    return start + 1
