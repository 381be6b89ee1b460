"""What stands against the threats of the security page: each names its tests, and these are here for what had none."""

from __future__ import annotations

import asyncio
import hmac
import io
import os
import re
import tarfile
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from core.errors import StoreError
from core.serving.guard import RequestGuard
from core.workbench import index_checkout, open_workbench
from tests.shared import checkout

ROOT = Path(__file__).parents[1]
TESTS = {
    "a link or path out of the checkout": (
        "test_extract_walk::test_links_are_not_followed",
        "test_woods::test_a_payload_outside_of_the_index_is_refused",
    ),
    "a resource or name that climbs out of the index": (
        "test_mcp::test_a_client_over_stdio_reads_tools_units_files_and_prompts",
    ),
    "a link out of a document folder": (
        "test_outside_documents::test_nothing_is_read_that_a_link_leads_out_to_and_nothing_too_large",
    ),
    "markup in names, comments, documents and file names": (
        "browser/test_injection::test_no_page_runs_what_the_code_says",
        "browser/test_injection::test_no_fragment_and_no_document_runs_what_the_code_says",
        "test_present_html::test_text_and_attributes_never_become_markup",
    ),
    "SQL that writes, reads files or never ends": (
        "test_catalog::test_a_query_can_neither_change_the_catalog_nor_touch_other_files",
        "test_mcp::test_sql_only_reads_and_is_ended_when_it_takes_too_long",
    ),
    "huge, deeply nested or self-repeating files": (
        "test_security::test_deep_nesting_and_bombs_cost_only_their_files",
        "test_ruby_hostile::test_syntax_that_is_nested_without_end_costs_no_more_than_its_inside",
        "test_ruby_hostile::test_what_is_large_without_end_is_read_in_part",
        "test_isolation::test_a_file_that_takes_too_long_is_left_and_named_with_its_limit",
    ),
    "a server whose generation climbs out of its folder": (
        "test_security::test_a_generation_that_climbs_out_of_its_folder_is_refused",
    ),
    "secrets in code sent to a model": ("test_answer::test_a_secret_is_masked_and_its_lines_keep_their_numbers",),
    "secrets sent to embedding services, rerankers and routers": (
        "contracts/test_services_contract::test_secrets_in_what_leaves_this_machine_are_masked_and_counted",
        "contracts/test_reranking_services::test_a_reranker_is_sent_no_secrets",
    ),
    "instructions to the model inside code": ("test_answer::test_what_code_says_to_the_model_stays_a_quotation_of_code",),
    "a request that makes a server send code to a model": ("test_api_answers::test_without_consent_a_server_sends_nothing",),
    "a conversation name that climbs out of the index; two users in one conversation": (
        "test_conversations::test_a_conversation_is_kept_listed_resumed_and_forgotten",
        "test_conversations::test_who_is_slower_in_one_conversation_is_told_so",
    ),
    "markup and image addresses in a model's answer": (
        "test_pages_answers::test_a_model_writes_when_a_reader_has_it_written_and_is_not_asked_again",
    ),
    "a stored answer to another question": (
        "test_kept_runs::test_of_200_opposite_and_paraphrased_pairs_none_is_served_the_other_ones_answer",
    ),
    "a page of another site that asks a local server": (
        "test_api::test_what_is_too_large_or_meant_for_another_is_refused",
        "test_mcp::test_http_checks_host_origin_and_token",
        "test_security::test_no_face_on_this_machine_answers_a_name_that_was_bound_to_it",
        "browser/test_rebinding::test_the_pages_show_nothing_to_a_page_of_another_origin",
    ),
    "a guessed token": (
        "test_mcp::test_an_address_that_others_reach_needs_a_token",
        "test_security::test_every_token_is_compared_in_constant_time",
    ),
    "requests that are too large or too many": (
        "test_api::test_what_is_too_large_or_meant_for_another_is_refused",
        "test_api::test_an_answer_that_takes_too_long_is_given_up",
        "test_serving_at_once::test_sixteen_first_requests_at_once_are_all_answered",
    ),
    "an agent that fills the disk with feedback": (
        "test_feedback::test_what_cannot_be_kept_is_one_sentence",
        "test_feedback::test_agents_have_the_tools_only_where_they_are_wanted_and_those_that_write_say_so",
    ),
    "arguments that an agent invents": (
        "test_mcp::test_an_argument_that_is_unknown_missing_or_of_another_kind_is_said_with_what_is_right",
    ),
}
"""Each threat of the security page, with the tests of what protects from it."""


def test_each_threat_of_the_page_has_tests() -> None:
    page = (ROOT / "docs" / "explanation" / "security.md").read_text(encoding="utf-8")
    table = page.partition("## Threats")[2].partition("\n## ")[0]
    assert re.findall(r"^\| (.+?) \|", table, re.MULTILINE)[1:] == list(TESTS)
    for test in (test for tests in TESTS.values() for test in tests):
        module, _, function = test.partition("::")
        source = (ROOT / "tests" / f"{module}.py").read_text(encoding="utf-8")
        assert re.search(rf"^(?:async )?def {function}\(", source, re.MULTILINE), test


_DEEP = 20_000
_BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n" for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)
_INDENTED = _BOMB.replace("\n", "\n  ")
HOSTILE = {
    "config/bomb.yml": _BOMB, "config/deep.yml": "[" * _DEEP, "config/locales/en.yml": f"en:\n  {_INDENTED}",
    "package.json": '{"dependencies": ' + '{"a":' * _DEEP, "tsconfig.json": "[" * _DEEP, "pyproject.toml": "a = " + "[" * _DEEP,
    "Cargo.toml": "[package]\nname = " + "{a=" * _DEEP, "app/views/deep.html.erb": "<div><% if a %>" * 4_000,
    "README.md": "> " * _DEEP + "\n" + "[" * _DEEP + "\n" + "*" * _DEEP,
    "docs/deep.rst": "\n".join(" " * depth + "* x" for depth in range(1_200)),
    "a.py": "(" * _DEEP, "b.js": "{" * _DEEP + "[" * _DEEP, "c.ts": "a<" * _DEEP, "d.rs": "fn a() " + "{" * _DEEP,
    "e.go": "package e\nvar a = " + "(" * _DEEP, "db/structure.sql": "SELECT " + "(" * _DEEP,
    "app/models/deep.rb": "class Deep\n  def a = " + "(" * _DEEP + "\nend\n",
    "app/models/plain.rb": "class Plain\n  def said = 1\nend\n",
    "config/routes.rb": "Rails.application.routes.draw { }\n",
}  # fmt: skip


def test_deep_nesting_and_bombs_cost_only_their_files(tmp_path: Path) -> None:
    root = checkout(tmp_path / "deep", **HOSTILE)
    packed = zlib.compress(b"0" * 50_000_000, 9)
    (root / "app" / "models" / "packed.rb").write_bytes(packed)  # nothing that is packed is ever unpacked
    (root / "app" / "models" / "archive.rb.gz").write_bytes(packed)
    began = sum(os.times()[:4])
    report = index_checkout(root, home=tmp_path / "home", vectors=False)
    assert sum(os.times()[:4]) - began < 60  # seconds of the processor, with those of the processes that read
    bench = open_workbench("deep", home=tmp_path / "home")
    assert "method:Plain#said" in bench.heads
    assert bench.ask("where is said defined?").ranked
    assert report.manifest.counts["files"] < 60


def _asked(guard: RequestGuard, **headers: str) -> int:
    sent: list[dict[str, Any]] = []

    async def call() -> None:
        async def receive() -> dict[str, object]:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Any) -> None:
            sent.append(message)

        listed = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
        await guard({"type": "http", "path": "/", "method": "GET", "headers": listed}, receive, send)

    with ThreadPoolExecutor(1) as pool:  # a browser's loop may run in this thread
        pool.submit(asyncio.run, call()).result()
    return int(sent[0]["status"])


async def _answers(_: Any, __: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})


def test_every_token_is_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[tuple[bytes, bytes]] = []
    constant = hmac.compare_digest

    def spied(given: bytes, wanted: bytes) -> bool:
        compared.append((given, wanted))
        return constant(given, wanted)

    monkeypatch.setattr("core.serving.guard.hmac.compare_digest", spied)
    guard = RequestGuard(_answers, "0.0.0.0", "t" * 20)
    tried = ["Bearer " + "t" * 20, "Bearer " + "t" * 19, "Bearer x" + "t" * 19, "", "\xe9" * 9, "bearer " + "t" * 20]
    assert [_asked(guard, authorization=one) for one in tried] == [200, 401, 401, 401, 401, 401]
    assert [given for given, _ in compared] == [one.encode("latin-1") for one in tried]  # no shortcut before it


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:3000", "127.0.0.1.evil.example", "localhost.evil.example", "0", "", "[::2]"]
)
def test_no_face_on_this_machine_answers_a_name_that_was_bound_to_it(host: str) -> None:
    guard = RequestGuard(_answers, "127.0.0.1", "")
    assert _asked(guard, host=host) == 421
    assert _asked(guard, host="127.0.0.1:3000", origin=f"http://{host}" if host else "null") == 403
    assert _asked(guard, host="localhost:3000", origin="http://localhost:8501") == 200


@pytest.mark.parametrize("name", ["../../outside", "inside/../../outside", "link/outside"])
def test_a_generation_that_climbs_out_of_its_folder_is_refused(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    httpx = pytest.importorskip("httpx")
    from core.workbench import served

    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        link = tarfile.TarInfo("link")
        link.type, link.linkname = tarfile.SYMTYPE, "../.."
        tar.addfile(link)
        info = tarfile.TarInfo(name)
        info.size = 4
        tar.addfile(info, io.BytesIO(b"evil"))
    answer = httpx.Response(
        200, content=packed.getvalue(), headers={"etag": '"1-x"'}, request=httpx.Request("GET", "http://h/g")
    )
    kept = tmp_path / "kept"
    with pytest.raises(StoreError, match="arrived incomplete"):
        served._unpacked(answer, kept, kept / "edition")
    assert not (kept / "edition").exists()
    assert [path.name for path in tmp_path.rglob("*outside*")] == []
