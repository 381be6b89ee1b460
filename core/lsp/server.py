"""The protocol: what an editor asks for and what it is answered, by the library pygls.

Every request runs in a thread of its own and the indexes are only read. Columns are counted as the editor counts them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path
from pygls.workspace import ServerTextPosition, ServerTextRange

from core.errors import WorkbenchError
from core.lsp.hover import hover_text, users_text
from core.lsp.present_file import PresentFile
from core.lsp.session import EditorSession
from core.lsp.symbol_at import SymbolAtCursor, symbol_at
from core.lsp.symbols import Outlined, found_units, kind_name, outline, used_units
from core.model import split_key
from core.model.paths import is_outside, place_at

if TYPE_CHECKING:
    from core.serving.indexes import ServedIndexes
    from core.workbench import Workbench

USERS = "orienteer.users"
"""The command of a code lens: it shows who uses the unit."""
T = TypeVar("T")
FileNow = Callable[["Workbench", str], PresentFile]
"""Gives a file of an index as it is now: as the editor has it, else as it lies in the checkout."""


class _Protocol(LanguageServer):
    """A server with what it keeps of its editor; made anew for each connection."""

    def __init__(self, indexes: ServedIndexes, usual: str) -> None:
        super().__init__("orienteer", version("orienteer"))
        self.kept = EditorSession(indexes, usual, self._open_text, self._tell)

    def folders(self) -> list[Path]:
        """Return the folders that the editor has open."""
        named = [folder.uri for folder in self.workspace.folders.values()] or [self.workspace.root_uri or ""]
        return [Path(path) for uri in named if uri and (path := to_fs_path(uri))]

    def present(self, uri: str) -> PresentFile | None:
        """Return a document beside what was indexed of it; None where there is no index, or the document is no file."""
        path = to_fs_path(uri) if uri.startswith("file:") else None
        if path is None:
            return None
        around = [folder for folder in self.folders() if Path(path).is_relative_to(folder)]
        return self.kept.file(Path(path), max(around, key=lambda folder: len(folder.parts), default=None))

    def answered(self, make: Callable[[], T]) -> T | None:
        """Return what `make` gives; where it cannot be had, its reason is shown."""
        try:
            return make()
        except WorkbenchError as problem:
            self.kept.tell(str(problem))
            return None

    def range(self, file: PresentFile, line: int, start: int, end: int) -> types.Range:
        """Return columns of a line in the units that the editor counts by."""
        columns = ServerTextRange(ServerTextPosition(0, start), ServerTextPosition(0, end))
        found = self.workspace.position_codec.range_to_client_units([file.line(line)], columns)
        at = line - 1
        return types.Range(types.Position(at, found.start.character), types.Position(at, found.end.character))

    def meant(self, uri: str, at: types.Position) -> tuple[PresentFile, SymbolAtCursor] | None:
        """Return the file that is asked about and what its name at the position means."""
        file = self.present(uri)
        if file is None:
            return None
        position, line = types.Position(0, at.character), at.line + 1
        column = self.workspace.position_codec.position_from_client_units([file.line(line)], position).character
        found = symbol_at(file, line, column)
        return (file, found) if found else None

    def locations(self, spots: Sequence[Spot]) -> list[types.Location]:
        """Return places of files as the protocol has them."""
        return [types.Location(_uri(spot.file), self.range(spot.file, spot.line, spot.start, spot.end)) for spot in spots]

    def _open_text(self, path: Path) -> str | None:
        wanted = from_fs_path(str(path))
        documents = self.workspace.text_documents
        found = documents.get(wanted) if wanted else None
        return found.source if found else None

    def _tell(self, sentence: str) -> None:
        self.window_show_message(types.ShowMessageParams(types.MessageType.Info, f"Orienteer: {sentence}"))


def build_server(indexes: ServedIndexes, usual: str = "") -> LanguageServer:
    """Return the server over these indexes; `usual` names the only one that counts."""
    server = _Protocol(indexes, usual)
    _add_looks(server)
    _add_lists(server)
    return server


def serve_stdio(server: LanguageServer) -> None:
    """Serve one editor over stdin and stdout until it goes; everything else that is printed goes to stderr."""
    own = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    server.start_io(stdout=own)


def _add_looks(server: _Protocol) -> None:
    """Add what is asked about one place."""

    @server.feature(types.INITIALIZED)
    @server.thread()
    def begin(_: types.InitializedParams) -> None:
        server.kept.warm(server.folders())

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    @server.thread()
    def hover(asked: types.HoverParams) -> types.Hover | None:
        def told() -> types.Hover | None:
            if (found := server.meant(asked.text_document.uri, asked.position)) is None:
                return None
            file, meant = found
            text = hover_text(file, meant, server.kept.behind(file.bench))
            content = types.MarkupContent(types.MarkupKind.Markdown, text)
            return types.Hover(content, server.range(file, meant.line, meant.start, meant.end))

        return server.answered(told)

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    @server.thread()
    def definition(asked: types.DefinitionParams) -> list[types.Location] | None:
        def told() -> list[types.Location] | None:
            if (found := server.meant(asked.text_document.uri, asked.position)) is None:
                return None
            file, meant = found
            return server.locations(definitions(file.bench, meant.targets, server.kept.now))

        return server.answered(told)

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    @server.thread()
    def used(asked: types.ReferenceParams) -> list[types.Location] | None:
        def told() -> list[types.Location] | None:
            if (found := server.meant(asked.text_document.uri, asked.position)) is None:
                return None
            file, meant = found
            declared = asked.context.include_declaration
            return server.locations(references(file.bench, meant.targets[:1], server.kept.now, declared=declared))

        return server.answered(told)


def _add_lists(server: _Protocol) -> None:
    """Add what is asked about a file, or about all that is indexed."""

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    @server.thread()
    def outlined(asked: types.DocumentSymbolParams) -> list[types.DocumentSymbol] | None:
        def told() -> list[types.DocumentSymbol] | None:
            file = server.present(asked.text_document.uri)
            return [_symbol(server, file, one) for one in outline(file)] if file else None

        return server.answered(told)

    @server.feature(types.WORKSPACE_SYMBOL)
    @server.thread()
    def found(asked: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol] | None:
        def told() -> list[types.WorkspaceSymbol]:
            benches = server.kept.checkouts.within(server.folders())
            return [
                types.WorkspaceSymbol(spot, head.identifier, _kind(head.type), container_name=head.type.replace("_", " "))
                for bench, head in found_units(benches, asked.query)
                for spot in server.locations(definitions(bench, [head.key], server.kept.now)[:1])
            ]

        return server.answered(told)

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    @server.thread()
    def lenses(asked: types.CodeLensParams) -> list[types.CodeLens] | None:
        def told() -> list[types.CodeLens] | None:
            if (file := server.present(asked.text_document.uri)) is None:
                return None
            return [
                types.CodeLens(server.range(file, line, 0, 0), types.Command(title, USERS, arguments=[file.bench.name, key]))
                for key, line, title in used_units(file)
            ]

        return server.answered(told)

    @server.command(USERS)
    @server.thread()
    def users(index: str, unit: str) -> None:
        def told() -> None:
            bench = next((one for one in server.kept.checkouts.within(server.folders()) if one.name == index), None)
            if bench is not None and unit in bench.heads:
                text = users_text(bench, bench.heads[unit]).replace("**", "").replace("`", "")
                message = f"{bench.heads[unit].identifier}: {text}"
                server.window_show_message(types.ShowMessageParams(types.MessageType.Info, message))

        server.answered(told)


def _symbol(server: _Protocol, file: PresentFile, one: Outlined) -> types.DocumentSymbol:
    start, end = file.name_on(one.first, one.head.name)
    last = server.range(file, one.last, 0, len(file.line(one.last))).end
    return types.DocumentSymbol(
        one.head.name, _kind(one.head.type), types.Range(types.Position(one.first - 1, 0), last),
        server.range(file, one.first, start, end), detail=one.head.type.replace("_", " "),
        children=[_symbol(server, file, inner) for inner in one.inside],
    )  # fmt: skip


def _kind(type_: str) -> types.SymbolKind:
    return types.SymbolKind[kind_name(type_)]


def _uri(file: PresentFile) -> str:
    manifest = file.bench.manifest
    folder, path = place_at(manifest.root, manifest.documents, file.path)
    return str(from_fs_path(str(folder / path)))


class Spot(NamedTuple):
    """A name in a file as it is now: the line from 1, the columns from 0."""

    file: PresentFile
    line: int
    start: int
    end: int


def definitions(bench: Workbench, keys: Sequence[str], file_now: FileNow) -> list[Spot]:
    """Return where these units are written, every part of one that stands in several places; none of a file that is gone."""
    known = [key for key in keys if key in bench.heads]
    found = [
        (place.file_path, place.start_line, unit.name) for unit in bench.catalog.units(known) for place in unit.spans or (unit,)
    ]
    found += [place for key in keys if key not in bench.heads and (place := _column(bench, key))]
    spots = [_spot(file_now(bench, path), line, name) for path, line, name in dict.fromkeys(found) if path]
    return [spot for spot in spots if spot.file.lines != [""]]


def references(bench: Workbench, keys: Sequence[str], file_now: FileNow, *, declared: bool) -> list[Spot]:
    """Return the lines that are known to use these units, by file and line; with `declared` also where they are written."""
    into = bench.index.relations_to
    lines = {(one.file_path, one.line, _name(bench, key)) for key in keys for one in into.get(key, ()) if one.line}
    spots = [_spot(file_now(bench, path), line, name) for path, line, name in sorted(lines) if not _is_page(path)]
    written = definitions(bench, keys, file_now) if declared else []
    return [*written, *(spot for spot in spots if spot.file.lines != [""])]


def _is_page(path: str) -> bool:
    """Tell whether a document is read as the text of a page, whose lines are not those of its file."""
    return is_outside(path) and path.lower().endswith((".html", ".htm", ".xhtml"))


def _spot(file: PresentFile, line: int, name: str) -> Spot:
    number = file.present_line(max(line, 1))
    return Spot(file, number, *file.name_on(number, name))


def _name(bench: Workbench, key: str) -> str:
    head = bench.heads.get(key)
    return head.name if head else split_key(key)[1].rpartition(".")[2]


def _column(bench: Workbench, key: str) -> tuple[str, int, str] | None:
    """Return file, line and name of a column of the database, which is no unit."""
    identifier = split_key(key)[1]
    table, _, name = identifier.rpartition(".")
    row = next((one for one in bench.index.columns.get(table, ()) if one.get("name") == name), None)
    return (str(row["file_path"]), int(row["line"]), name) if row and row.get("file_path") else None
