"""The PHP of a Blade view: what it shows, asks in directives and gives to components, each at its own line."""

from __future__ import annotations

import re

ENDING = ".blade.php"
_PARTS = re.compile(
    r"""
    (?P<comment>\{\{--.*?--\}\} | @verbatim\b.*?@endverbatim\b | @\{\{.*?\}\} | @@\w+)
    | \{\{(?P<shown>.*?)\}\} | \{!!(?P<raw>.*?)!!\}
    | (?<![\w@])@php\b(?!\s*\()(?P<block>.*?)@endphp\b
    | <\?php\b(?P<php>.*?)(?:\?>|\Z) | <\?=(?P<echo>.*?)\?>
    | (?<![\w@])@(?P<directive>\w+)[ \t]*(?=\()
    | (?P<tag><(?:x-|livewire:)[\w.:-]+)
    """,
    re.DOTALL | re.VERBOSE,
)
_GIVEN = re.compile(r"""(?<![\w:]):[\w.:-]+=(?:"([^"]*)"|'([^']*)')|\{\{(.*?)\}\}""", re.DOTALL)
_TEXT = re.compile(r"""\\.|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|[()]""", re.DOTALL)
_STYLES = frozenset(("charset", "container", "import", "layer", "media", "namespace", "property", "scope", "supports"))
"""Rules of style sheets that are written like directives."""
_LOOPS = {"foreach": "foreach", "forelse": "foreach", "for": "for", "while": "while"}
_INJECTED = re.compile(r"""\s*['"](\w+)['"]\s*,\s*['"]?\\?([\w\\]+?)(?:::class)?['"]?\s*$""")
_USED = re.compile(r"""\s*['"]?\\?([\w\\]+?)(?:::class)?['"]?\s*$""")


def as_php(path: str, text: str) -> str:
    """Return the PHP of a view, with as many lines as its file; of another file its text."""
    if not path.endswith(ENDING):
        return text
    made: list[str] = []
    position = 0
    while (found := _PARTS.search(text, position)) is not None:
        start, end = found.start(), found.end()
        kind = found.lastgroup or ""
        code = "" if kind == "comment" else found.group(kind)
        if kind == "directive":
            end = _closed(text, end)
            code = _directive(found.group(kind), text[found.end() + 1 : end - 1])
        elif kind == "tag":
            made.append("\n" * text.count("\n", position, start))
            end = _tag_end(text, end)
            made.append(_given(text[start:end]))
            position = end
            continue
        elif kind in ("shown", "raw", "echo"):
            code = f"echo {code.rstrip()};" if code.strip() else ""
        made.append("\n" * text.count("\n", position, start))
        code = f"<?php {code} ?>" if code.strip() else ""
        made.append(code + "\n" * (text.count("\n", start, end) - code.count("\n")))
        position = end
    made.append("\n" * text.count("\n", position))
    return "".join(made)


def _closed(text: str, start: int) -> int:
    """Return where the parenthesis ends that opens at `start`; the end of the text where it does not."""
    depth = 0
    for found in _TEXT.finditer(text, start):
        depth += {"(": 1, ")": -1}.get(found[0], 0)
        if not depth:
            return found.end()
    return len(text)


def _directive(name: str, given: str) -> str:
    """Return what a directive does with the values that it is given, as a statement; empty where it has none."""
    if name in _STYLES or not given.strip():
        return ""
    if name in _LOOPS:
        return f"{_LOOPS[name]} ({given});"
    if name == "inject" and (injected := _INJECTED.match(given)) is not None:
        return f"${injected[1]} = app(\\{injected[2]}::class);"
    if name == "use" and (used := _USED.match(given)) is not None:
        return f"use {used[1]};"
    return f"{given.rstrip()};" if name == "php" else f"echo {given.rstrip().removesuffix(',')};"


def _tag_end(text: str, start: int) -> int:
    """Return where a tag ends; signs in its quotes do not end it."""
    found = re.compile(r"""(?:"[^"]*"|'[^']*'|\{\{.*?\}\}|[^"'>]|(?<==)>|(?<=-)>)*>?""", re.DOTALL).match(text, start)
    return found.end() if found is not None else start


def _given(tag: str) -> str:
    """Return the expressions that a component is given by its attributes, at their lines."""
    made, position = [], 0
    for found in _GIVEN.finditer(tag):
        code = next((group for group in found.groups() if group is not None), "")
        made.append("\n" * tag.count("\n", position, found.start()))
        php = f"<?php echo {code.rstrip()}; ?>" if code.strip() else ""
        made.append(php + "\n" * (found[0].count("\n") - php.count("\n")))
        position = found.end()
    return "".join(made) + "\n" * tag.count("\n", position)
