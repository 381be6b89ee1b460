"""What an editor gets: a real client over stdio asks for hover, definitions, references, symbols, code lenses."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

pytest.importorskip("pygls", reason="Editors need the protocol's library: pip install 'orienteer[lsp]'")

from lsprotocol import types
from pygls.lsp.client import LanguageClient

from tests.page_index import sample_index
from tests.shared import made_once

T = TypeVar("T")
ORDER = "app/models/order.rb"


class Editor:
    """A client of the server that is started as editors start it; requests are made one after the other."""

    def __init__(self, home: Path, root: Path, *arguments: str) -> None:
        self.root = root
        self.said: list[str] = []
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        self._client = LanguageClient("editor", "1")
        self._client.feature("window/showMessage")(lambda shown: self.said.append(shown.message))
        self.run(self._begin(home, arguments))

    def run(self, asked: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(asked, self._loop).result(60)

    async def _begin(self, home: Path, arguments: tuple[str, ...]) -> None:
        command = [sys.executable, "-m", "orienteer", "lsp", *arguments]
        environment = {**os.environ, "ORIENTEER_HOME": str(home), "PYTHONPATH": str(Path(__file__).parents[1])}
        await self._client.start_io(*command, env=environment, cwd=home)
        uri = self.root.as_uri()
        folders = [types.WorkspaceFolder(uri, "shop")]
        begun = types.InitializeParams(types.ClientCapabilities(), root_uri=uri, workspace_folders=folders)
        self.offers = (await self._client.initialize_async(begun)).capabilities
        self._client.initialized(types.InitializedParams())

    def open(self, path: str, text: str | None = None) -> str:
        """Open a document, or show it with another text; return the text."""
        written = (self.root / path).read_text(encoding="utf-8") if text is None else text
        item = types.TextDocumentItem((self.root / path).as_uri(), "ruby", 1, written)

        async def shown() -> None:
            self._client.text_document_did_close(types.DidCloseTextDocumentParams(self.document(path)))
            self._client.text_document_did_open(types.DidOpenTextDocumentParams(item))

        self.run(shown())
        return written

    def document(self, path: str) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier((self.root / path).as_uri())

    def hover(self, path: str, at: types.Position) -> str:
        found = self.run(self._client.text_document_hover_async(types.HoverParams(self.document(path), at)))
        return found.contents.value if found else ""  # type: ignore[union-attr]

    def definition(self, path: str, at: types.Position) -> list[str]:
        asked = types.DefinitionParams(self.document(path), at)
        return self._places(self.run(self._client.text_document_definition_async(asked)))

    def references(self, path: str, at: types.Position) -> list[str]:
        asked = types.ReferenceParams(types.ReferenceContext(False), self.document(path), at)
        return self._places(self.run(self._client.text_document_references_async(asked)))

    def symbols(self, path: str) -> list[types.DocumentSymbol]:
        asked = types.DocumentSymbolParams(self.document(path))
        return list(self.run(self._client.text_document_document_symbol_async(asked)) or ())  # type: ignore[arg-type]

    def found(self, letters: str) -> list[str]:
        found = self.run(self._client.workspace_symbol_async(types.WorkspaceSymbolParams(letters)))
        return [one.name for one in found or ()]

    def lenses(self, path: str) -> list[types.CodeLens]:
        asked = types.CodeLensParams(self.document(path))
        return list(self.run(self._client.text_document_code_lens_async(asked)) or ())

    def execute(self, command: types.Command) -> None:
        asked = types.ExecuteCommandParams(command.command, command.arguments)
        self.run(self._client.workspace_execute_command_async(asked))

    def close(self) -> None:
        async def ended() -> None:
            await self._client.shutdown_async(None)
            self._client.exit(None)
            await self._client.stop()

        self.run(ended())
        self._loop.call_soon_threadsafe(self._loop.stop)

    def _places(self, found: Any) -> list[str]:
        prefix = self.root.as_uri() + "/"
        return [f"{one.uri.removeprefix(prefix)}:{one.range.start.line + 1}:{one.range.start.character}" for one in found or ()]


def where(text: str, line: str, word: str) -> types.Position:
    """Return the position of a word on the first line that holds a text."""
    number = next(number for number, one in enumerate(text.split("\n")) if line in one)
    return types.Position(number, text.split("\n")[number].index(word) + 1)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_once(tmp_path_factory, "sample", sample_index)


@pytest.fixture(scope="module")
def editor(home: Path) -> Iterator[Editor]:
    opened = Editor(home, home / "checkouts" / "sample")
    yield opened
    opened.close()


def test_the_server_says_what_it_offers(editor: Editor) -> None:
    offers = editor.offers
    assert offers.hover_provider
    assert offers.definition_provider
    assert offers.references_provider
    assert offers.document_symbol_provider
    assert offers.workspace_symbol_provider
    assert offers.code_lens_provider


def test_a_hover_says_what_a_unit_is_who_uses_it_what_reaches_it_and_why_it_matters(editor: Editor) -> None:
    text = editor.open(ORDER)
    said = editor.hover(ORDER, where(text, "class Order", "Order"))
    assert "class Order < ApplicationRecord" in said
    assert f"model **Order** · {ORDER}:" in said
    assert " dependents** (" in said
    assert "further mention" in said
    assert "**Reached from** `" in said
    assert "**Importance**: in the top " in said
    assert "changed since" not in said


def test_a_definition_and_references_lead_to_names_in_files(editor: Editor) -> None:
    path = "app/controllers/orders_controller.rb"
    text = editor.open(path)
    assert editor.definition(path, where(text, "Order.", "Order"))[0].startswith(f"{ORDER}:")
    used = editor.references(ORDER, where(editor.open(ORDER), "class Order", "Order"))
    assert any(place.startswith(f"{path}:") for place in used)
    assert used == sorted(used, key=lambda place: place.split(":")[0])


def test_lines_that_moved_are_found_where_they_stand_now(editor: Editor) -> None:
    text = editor.open(ORDER)
    before = editor.definition(ORDER, where(text, "class Order", "Order"))
    line = int(before[0].split(":")[1])
    editor.open(ORDER, "# One\n# Two\n" + text.replace("class Order", "  class Order"))
    moved = editor.definition(ORDER, types.Position(line + 1, 9))
    assert moved == [f"{ORDER}:{line + 2}:8"]
    said = editor.hover(ORDER, types.Position(line + 1, 9))
    assert "This file changed since the last index run" in said
    editor.open(ORDER)


def test_a_line_that_is_newer_than_the_index_is_answered_by_the_name_and_says_so(editor: Editor) -> None:
    text = editor.open(ORDER)
    editor.open(ORDER, text + "\nputs '😀', Coupon\n")
    last = text.count("\n") + 1
    said = editor.hover(ORDER, types.Position(last, 12))  # the face counts two units of UTF-16
    assert "**Coupon**" in said
    assert "This line is not indexed yet: `Coupon` found by name only." in said
    assert editor.hover(ORDER, types.Position(last, 1)) == ""
    editor.open(ORDER)


def test_the_units_of_a_file_are_its_outline(editor: Editor) -> None:
    editor.open(ORDER)
    [order] = editor.symbols(ORDER)
    assert (order.name, order.kind) == ("Order", types.SymbolKind.Class)
    inside = {one.name for one in order.children or ()}
    assert inside
    for one in order.children or ():
        assert order.range.start.line <= one.selection_range.start.line <= order.range.end.line


def test_symbols_of_the_workspace_are_found_as_the_palette_finds_them(editor: Editor) -> None:
    assert editor.found("order")[0] == "Order"
    assert "OrdersController#index" in editor.found("orders index")
    assert editor.found("") == []


def test_a_lens_counts_users_and_its_command_names_them(editor: Editor) -> None:
    editor.open(ORDER)
    lens = editor.lenses(ORDER)[0]
    assert lens.command is not None
    assert "dependent" in lens.command.title
    editor.execute(lens.command)
    assert any(said.startswith("Order: 28 dependents") for said in editor.said)


def test_a_folder_without_an_index_is_told_once_in_a_sentence(home: Path, tmp_path: Path) -> None:
    (tmp_path / "a.rb").write_text("class A\nend\n")
    editor = Editor(home, tmp_path)
    editor.open("a.rb")
    assert editor.hover("a.rb", types.Position(0, 6)) == ""
    assert editor.symbols("a.rb") == []
    editor.close()
    assert editor.said == [f"Orienteer: No index of {tmp_path}. Make one: orienteer index {tmp_path}"]
