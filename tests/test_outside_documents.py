"""Documents in folders outside of the checkout: read as text, linked to the code that they name, kept apart from it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from core.errors import SettingsError, SourceError
from core.extract.hypertext import as_markdown
from core.extract.outside import checked_folders, outside_documents
from core.pipeline.indexing import index_checkout
from core.pipeline.watching import appearance
from core.settings import ExtractSettings, Settings, read_settings
from core.workbench import Workbench, open_workbench
from tests.shared import checkout

CODE = {
    "shop/orders.py": (
        '"""Orders."""\n\n\nclass Order:\n    """One order."""\n\n    def refund_all(self):\n        return close_books()\n\n\n'
        "class RefundPolicy:\n    def status(self):\n        return 1\n\n\ndef close_books():\n    return 2\n"
    ),
}
ADR = """# 7. Refunds

## Decision

`Order` refunds as `RefundPolicy` says, and `close_books()` runs at night. The code is in `shop/orders.py`.
The status of an order has a `status`; GitHub and `root` are no code, nor is src/close_books/x or `refund_all`.
`Order.refund_all` is.
"""
PAGE = """<!doctype html><html><head><title>Night work</title><style>h1 {}</style></head><body><nav>RefundPolicy</nav>
<h1>Night work</h1><p>At night <code>close_books</code> runs.<h2>Old</h2><pre>
Order.refund_all
</pre><script>RefundPolicy()</script></body></html>
"""


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return read_settings({"home": str(tmp_path / "home")})


@pytest.fixture
def wiki(tmp_path: Path) -> Path:
    return checkout(tmp_path / "wiki", **{"adr/0007.md": ADR, "night.html": PAGE, "notes.txt": "Notes\n=====\n\nNothing.\n"})


def mentioned(bench: Workbench) -> set[tuple[str, str, int]]:
    rows = [one for one in bench.relations if one.kind == "mentions" and one.file_path.startswith("documents:")]
    return {(one.file_path, one.target, one.line) for one in rows}


def test_documents_are_linked_to_the_code_that_they_name_with_the_line_that_says_so(
    tmp_path: Path, wiki: Path, settings: Settings
) -> None:
    root = checkout(tmp_path / "shop", **CODE)
    index_checkout(root, settings, vectors=False, documents=[wiki])
    bench = open_workbench("shop", settings=settings)
    adr, night = "documents:wiki/adr/0007.md", "documents:wiki/night.html"
    assert mentioned(bench) == {
        (adr, "class:shop.orders.Order", 5), (adr, "class:shop.orders.RefundPolicy", 5), (adr, "file:shop/orders.py", 5),
        (adr, "function:shop.orders.close_books", 5), (adr, "method:shop.orders.Order.refund_all", 7),
        (night, "function:shop.orders.close_books", 3), (night, "method:shop.orders.Order.refund_all", 8),
    }  # fmt: skip
    users = bench.sheet("RefundPolicy").dependents
    assert [(row["unit"], row["text"][:7]) for row in users] == [(f"doc_section:{adr}#7. Refunds > Decision", "`Order`")]
    assert f"doc_section:{adr}#7. Refunds > Decision" in {one.unit_key for one in bench.ask("what refunds an order?").ranked}
    assert bench.freshness().state == "current"

    (wiki / "notes.txt").write_text("Notes\n=====\n\n`RefundPolicy` again.\n", encoding="utf-8")
    assert bench.freshness().differing == ("documents:wiki/notes.txt",)
    again = index_checkout(root, settings, vectors=False)
    assert "are read as before" in again.details[-1]
    assert ("documents:wiki/notes.txt", "class:shop.orders.RefundPolicy", 4) in mentioned(
        open_workbench("shop", settings=settings)
    )

    without = index_checkout(root, settings, vectors=False, documents=False)
    assert without.manifest.documents == ()
    assert mentioned(open_workbench("shop", settings=settings)) == set()


def test_nothing_is_read_that_a_link_leads_out_to_and_nothing_too_large(tmp_path: Path, wiki: Path) -> None:
    (tmp_path / "secret.md").write_text("# Secret\n", encoding="utf-8")
    (wiki / "link.md").symlink_to(tmp_path / "secret.md")
    (wiki / "folder").symlink_to(tmp_path)
    (wiki / "large.md").write_text("x" * 2_000, encoding="utf-8")
    (wiki / "code.py").write_text("x = 1\n", encoding="utf-8")
    os.mkfifo(wiki / "pipe.md")
    files, problems = outside_documents(ExtractSettings(documents=(str(wiki),), max_file_bytes=1_000))
    assert [file.path for file in files] == [f"documents:wiki/{name}" for name in ("adr/0007.md", "night.html", "notes.txt")]
    assert {problem.file_path: problem.reason for problem in problems} == {
        "documents:wiki/large.md": "2,000 bytes, more than 1,000",
        "documents:wiki/link.md": "a symbolic link out of the checkout",
        "documents:wiki/pipe.md": "a pipe, a socket or a device",
    }


def test_a_folder_that_is_none_or_overlaps_is_told_with_the_next_step(tmp_path: Path) -> None:
    root = checkout(tmp_path / "shop", **{"a.py": "x = 1\n", "docs/a.md": "# A\n"})
    (tmp_path / "other" / "wiki").mkdir(parents=True)
    (tmp_path / "wiki").mkdir()
    with pytest.raises(SourceError, match="No document folder"):
        checked_folders([tmp_path / "gone"], root)
    with pytest.raises(SourceError, match="is not a folder"):
        checked_folders([root / "a.py"], root)
    with pytest.raises(SettingsError, match="is inside the checkout"):
        checked_folders([root / "docs"], root)
    with pytest.raises(SettingsError, match="contains the checkout"):
        checked_folders([tmp_path], root)
    with pytest.raises(SettingsError, match="Two document folders have the name 'wiki'"):
        checked_folders([tmp_path / "wiki", tmp_path / "other" / "wiki"], root)


def test_watching_sees_a_document_change(tmp_path: Path, wiki: Path) -> None:
    root, looked_at = checkout(tmp_path / "shop", **CODE), ExtractSettings(documents=(str(wiki),))
    before = appearance(root, looked_at)
    (wiki / "new.md").write_text("# New\n", encoding="utf-8")
    assert appearance(root, looked_at) != before


def test_a_page_is_read_as_its_headings_texts_and_code() -> None:
    assert as_markdown(PAGE) == "# Night work\n\nAt night `close_books` runs.\n\n## Old\n\n```\nOrder.refund_all\n```\n"


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("", "\n"),
        ("plain & simple", "plain & simple\n"),
        ("<title>A</title><p>b", "# A\n\nb\n"),
        ("<ul><li>a<li>b</ul>", "- a\n- b\n"),
        ("<p>a <code>b<p>c", "a `b`\nc\n"),
        ("<table><tr><td>a<td>b<tr><td>c</table>", "a b\nc\n"),
        ("<script>x", "\n"),
        ("<pre>a\n  b</pre>", "```\na\n  b\n```\n"),
        ("</p></div><h2>x", "## x\n"),
    ],
)
def test_broken_pages_give_what_can_be_read_of_them(page: str, text: str) -> None:
    assert as_markdown(page) == text
