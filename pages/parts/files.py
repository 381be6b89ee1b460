"""The page of a file: the way to it, an outline, its lines with linked names."""

from __future__ import annotations

import streamlit as st

from core.errors import SourceError
from core.model import CodeUnit, UnitHead, file_key
from core.present.html.code_pane import Excerpt, code_pane, line_id, parse_lines
from core.present.html.elements import Markup, el
from core.present.html.links import editor_url
from core.present.unit.breadcrumbs import breadcrumbs
from core.present.unit.outline import outline
from core.text.counts import counted_as
from core.vocabulary import BY_PATH
from core.workbench import Workbench
from pages.parts import graphs, units
from pages.parts.code import here
from pages.parts.panel import Lines, panel, tabs

_PANE = "file"


_SIDES = (("code", ""), ("history", ""), ("tests", ""), ("around", ""))


def show(bench: Workbench, path: str, lines: str) -> None:
    """Show a file of the index with the lines of the address in sight, or another side of it."""
    found = bench.catalog.units([file_key(path)])
    if not found:
        raise SourceError(f"The index has no file '{path}'. Look for it by its name with “Find anything”.")
    file, (start, end) = found[0], parse_lines(lines)
    inner = bench.index.around(path, start) if start else None
    st.title(file.name, anchor=False)
    panel(breadcrumbs(path, inner, bench.heads, here(bench), start), key="way")
    st.caption(_caption(bench, file))
    side = tabs("side", _SIDES)
    if side == "around":
        graphs.show(bench, file.head)
    elif side != "code":
        units.relations(bench, bench.sheet(file.key), side)
    elif file.source_code:
        html = el("div", _outline(bench, path, start), _code(bench, file), class_="with-outline")
        panel(html, key="file", scroll_to=line_id(_PANE, start) if start else "", lines=Lines(_PANE, start, end))
    else:
        st.info("This file has no text in the index.")


def _code(bench: Workbench, file: CodeUnit) -> Markup:
    editor = editor_url(bench.settings.editor, bench.manifest.root, file.file_path)
    linked = bench.linked(file.file_path)
    excerpt = Excerpt(file.file_path, 1, file.source_code, file.language, editor_url=editor, linked=linked)
    return code_pane([excerpt], name=_PANE, later=True, pages=here(bench))


def _outline(bench: Workbench, path: str, line: int) -> Markup:
    heads = [head for head in _inside(bench, path) if head.start_line]
    routes = {head.key: _routes(bench, head) for head in heads}
    if not heads:
        return el("p", "This file contains no units.", class_="dim")
    return outline(heads, bench.linked(path), routes, here(bench), line)


def _inside(bench: Workbench, path: str) -> list[UnitHead]:
    return [bench.index.heads[number] for number in bench.index.by_file.get(path, ())]


def _routes(bench: Workbench, head: UnitHead) -> list[str]:
    into = bench.index.links.into(bench.index.position[head.key])
    return [bench.index.heads[one.other].identifier for one in into if one.kind == "routes_to"]


def _caption(bench: Workbench, file: CodeUnit) -> str:
    inner = [head for head in _inside(bench, file.file_path) if head.type not in BY_PATH]
    lines, commit = file.end_line or file.source_code.count("\n") + 1, bench.manifest.git_sha[:8]
    state = f" As it was at {commit} when it was indexed." if commit and not bench.manifest.dirty else ""
    asked = st.query_params.get("commit", "")
    if asked and commit and not bench.manifest.git_sha.startswith(asked[:8]):
        state = f" The link is from {asked[:8]}, this is {commit}: lines may have moved."
    language = f" of {file.language}" if file.language else ""
    return f"{counted_as(lines, 'line')}{language}, {counted_as(len(inner), 'unit')}.{state}"
