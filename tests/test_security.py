"""What stands against the threats of docs/security.md: each names its tests, and these are here for what had none."""

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
NAMED = re.compile(r"`(tests/[\w/]+\.py)(?:::(\w+))?`")


def rows() -> list[str]:
    text = (ROOT / "docs" / "security.md").read_text(encoding="utf-8").partition("## Threats")[2].partition("\n## ")[0]
    return [line for line in text.splitlines() if line.startswith("| ") and not line.startswith(("| threat |", "|---"))]


def test_each_threat_names_tests_that_there_are() -> None:
    assert len(rows()) >= 17
    for row in rows():
        named = NAMED.findall(row.rpartition(" | ")[2])
        assert named, row
        for path, function in named:
            source = (ROOT / path).read_text(encoding="utf-8")
            assert function, f"{row}\n{path}: name the function, which may go without its file"
            assert re.search(rf"^(?:async )?def {function}\(", source, re.MULTILINE), f"{path}::{function}"


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
