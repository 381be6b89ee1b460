"""The JavaScript that templates and helpers carry: handlers such as `onclick`, `javascript_tag`, `<script>`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

import tree_sitter

from core.extract.rails.views.use import TemplateUse
from core.extract.ruby.syntax.nodes import TooDeep, walk
from core.extract.ruby.syntax.parse import text_of
from core.extract.ruby.syntax.tree import Node
from core.languages import parser
from core.text.lines import line_at, line_ends

_EVENT = (
    r"[oO][nN](?i:abort|animationend|beforeunload|blur|change|click|close|contextmenu|copy|cut|dblclick|drag|dragend|dragenter|"
    r"dragleave|dragover|dragstart|drop|error|focus|focusin|focusout|hashchange|input|invalid|keydown|keypress|keyup|load|"
    r"mousedown|mouseenter|mouseleave|mousemove|mouseout|mouseover|mouseup|paste|pointerdown|pointerup|reset|resize|scroll|"
    r"search|select|submit|toggle|touchend|touchmove|touchstart|transitionend|unload|wheel)"
)
IS_EVENT = re.compile(rf"{_EVENT}\Z")
"""The name of an HTML attribute whose value is JavaScript."""

MAY_HAVE_SCRIPT = re.compile(rf"{_EVENT}\b|javascript_tag\b")
"""What a text must have for any of its strings to be JavaScript."""

_ATTRIBUTE = re.compile(rf"""{_EVENT}\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_SCRIPT = re.compile(
    r"<script\b(?P<about>[^<>]*(?:<%(?:(?!%>).)*%>[^<>]*){0,20})>(?P<code>.*?)</script\s*>", re.IGNORECASE | re.DOTALL
)
_OTHER_TYPE = re.compile(r"""\btype\s*=\s*["']?(?!text/javascript|application/javascript|module|text/ecmascript)[\w/]""", re.I)
_TAG = re.compile(r"<%(?!%)(?:(?!<%).)*?%>", re.DOTALL)
_TAG_BLOCK = re.compile(r"<%=?-?\s*javascript_tag\b[^%]*?\bdo\s*-?%>")
_OPENS = re.compile(r"^(?:if|unless|case|while|until|for|begin)\b|\bdo\b\s*(?:\|[^|]*\|)?\s*$")
_INDENTED = re.compile(r"^(?P<indent>[ \t]*)(?::javascript|javascript:|=\s*javascript_tag\b.*\bdo)[ \t]*\n", re.MULTILINE)
_HOLE = re.compile(r"<%(?:(?!<%).)*?%>|#\{[^{}]*\}", re.DOTALL)
_SILENT = re.compile(r"<%(?![=%])(?!-\s*=)")  # a tag that writes nothing, so the names around it are whole
_WRITTEN = (
    "\ue000"  # stands for what Ruby writes: tree-sitter reads it as a letter, so that a name it is part of is no known name
)
_MAX_BLOCKS = 500  # blocks of JavaScript in one template; a block may hold the others, so each costs the rest of the text
_MAX_PARSED = 5  # times that a template may be parsed for blocks inside of blocks
_MAX_TAGS = 2_000  # tags inside of one such block
_JAVASCRIPT = (".js.erb", ".js.haml", ".js.slim")


def scripts_in_template(path: str, text: str) -> list[TemplateUse]:
    """Return the functions that the JavaScript in a template calls, with their lines; raises `TooDeep`."""
    uses: dict[tuple[str, int], TemplateUse] = {}
    left = _MAX_PARSED * len(text) + _MAX_PARSED
    for start, code in _pieces(path, text):
        left -= len(code)
        if left < 0:
            raise TooDeep(f"blocks of JavaScript inside each other in line {text.count(chr(10), 0, start) + 1}")
        for use in called(code, line_at(text, start)):
            uses.setdefault((use["name"], use["line"]), use)
    return [uses[key] for key in sorted(uses, key=lambda key: (key[1], key[0]))]


def called(code: str, line: int) -> Iterator[TemplateUse]:
    """Yield the functions that a piece of JavaScript calls by a bare name and does not define; `line` is that of its start."""
    root = parser("javascript").parse(_HOLE.sub(_blank, code).encode()).root_node
    calls = [node for node in walk(root) if node.type == "call_expression"]
    own = {text_of(name) for node in walk(root) if (name := _defined(node)) is not None} if calls else set()
    for node in calls:
        function = node.child_by_field_name("function")
        called_name = text_of(function).removeprefix("window.")
        if function is not None and called_name.isidentifier() and called_name not in own:
            yield {"kind": "script", "name": called_name, "line": line + function.start_point[0]}


def _blank(hole: re.Match[str]) -> str:
    """Return what stands in the place of Ruby, over as many lines."""
    code = hole.group(0)
    return (" " if _SILENT.match(code) else _WRITTEN) + line_ends(code)


def _defined(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """Return the name that a declaration gives to a function or variable; none for other nodes."""
    if node.type in ("function_declaration", "generator_function_declaration", "variable_declarator"):
        return node.child_by_field_name("name")
    return node if node.type == "identifier" and node.parent is not None and node.parent.type == "formal_parameters" else None


def _pieces(path: str, text: str) -> Iterator[tuple[int, str]]:
    """Yield where JavaScript starts in a template, and the JavaScript."""
    if path.endswith(_JAVASCRIPT):
        yield 0, text
        return
    for found in _ATTRIBUTE.finditer(text):
        group = 1 if found.group(1) is not None else 2
        yield found.start(group), found.group(group)
    for found in _SCRIPT.finditer(text, 0, text.lower().rfind("</script") + 100):
        if not _OTHER_TYPE.search(found["about"]):
            yield found.start("code"), found["code"]
    for found in islice(_TAG_BLOCK.finditer(text), _MAX_BLOCKS):
        yield found.end(), text[found.end() : _end_of_block(text, found.end())]
    if path.endswith((".haml", ".slim")):
        for found in islice(_INDENTED.finditer(text), _MAX_BLOCKS):
            yield found.end(), _deeper(text, found.end(), len(found["indent"]))


def _end_of_block(text: str, start: int) -> int:
    """Return where the tag starts that ends the block before `start`; the end of the text when none does."""
    depth = 1
    for tag in islice(_TAG.finditer(text, start), _MAX_TAGS):
        code = tag.group(0)[2:-2].strip("=- \n\t")
        depth += 1 if _OPENS.search(code) else -1 if code == "end" else 0
        if not depth:
            return tag.start()
    return len(text)


def _deeper(text: str, start: int, indent: int) -> str:
    """Return the lines from a place on that are indented deeper, empty ones included."""
    at = start
    while at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        line = text[at:end]
        if line.strip() and len(line) - len(line.lstrip()) <= indent:
            break
        at = end + 1
    return text[start : max(at - 1, start)] if at <= len(text) else text[start:]


def scripts_in_call(arguments: Iterator[Node] | tuple[Node, ...]) -> Iterator[TemplateUse]:
    """Yield what the strings among the arguments of `javascript_tag` call; its options are no JavaScript."""
    for argument in arguments:
        if argument.type != "pair":
            yield from scripts_in_strings(argument)


def scripts_in_strings(value: Node) -> Iterator[TemplateUse]:
    """Yield what the strings in a Ruby expression call, as those of `a ? "show()" : "hide()"`."""
    for node in walk(value):
        if node.type == "string":
            yield from called(_unquoted(node), node.start_point[0] + 1)


def _unquoted(node: Node) -> str:
    """Return what a string of Ruby says: escaped quotes as quotes, interpolations as a value."""
    parts = []
    for part in node.named_children:
        written = text_of(part)
        if part.type == "interpolation":
            parts.append(_WRITTEN + line_ends(written))
        else:
            parts.append(written[1:] if part.type == "escape_sequence" and written[1:] in ("'", '"') else written)
    return "".join(parts)
