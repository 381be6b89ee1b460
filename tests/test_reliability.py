"""Nothing is decided by times: a clock that is turned back, and files that look older than they are, change no index."""

from __future__ import annotations

import os
from datetime import datetime, tzinfo
from pathlib import Path

import pytest

from core.index.place import Place
from core.pipeline import indexing
from core.settings import changed, read_settings
from core.workbench import open_workbench


class Earlier(datetime):
    """A clock that was turned back."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Earlier:
        return cls(2001, 1, 1, tzinfo=tz)


def test_a_clock_that_is_turned_back_and_files_from_before_are_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checkout, settings = tmp_path / "shop", changed(read_settings(), "home", str(tmp_path / "home"))
    checkout.mkdir()
    (checkout / "a.py").write_text("def one():\n    return 1\n")
    times = (checkout / "a.py").stat()
    before = indexing.index_checkout(checkout, settings, vectors=False).manifest
    monkeypatch.setattr(indexing, "datetime", Earlier)
    (checkout / "a.py").write_text("def two():\n    return 2\n")  # of the same length
    os.utime(checkout / "a.py", ns=(times.st_atime_ns, times.st_mtime_ns))
    after = indexing.index_checkout(checkout, settings, vectors=False).manifest
    assert after.built_at < before.built_at
    assert after.generation > before.generation
    current = Place(tmp_path / "home", "shop").current()
    assert current is not None
    assert current.name == f"{after.generation:06}"
    keys = [head.key for head in open_workbench("shop", settings=settings).catalog.heads()]
    assert "function:a.two" in keys
    assert "function:a.one" not in keys
