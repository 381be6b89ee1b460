from __future__ import annotations

import errno
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from core.errors import SettingsError, StoreError, reading_step
from core.index.generations import new_generation, writer
from core.index.place import Place, list_indexes, read_manifest, write_manifest
from core.model import Manifest
from core.model.tables import SCHEMA_VERSION

ROOT = Path(__file__).parents[1]


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path / "home", "shop")


def write(place: Place, text: str, keep: int = 3) -> int:
    with new_generation(place, keep) as draft:
        (draft.directory / "text").write_text(text, encoding="utf-8")
        (draft.directory / "folder").mkdir()
        (draft.directory / "folder" / "inner").write_text(text, encoding="utf-8")
    return draft.number


def current_text(place: Place) -> str:
    directory = place.current()
    assert directory is not None
    assert (directory / "folder" / "inner").read_text(encoding="utf-8") == (directory / "text").read_text(encoding="utf-8")
    return (directory / "text").read_text(encoding="utf-8")


def names(place: Place) -> list[str]:
    return sorted(folder.name for folder in place.generations.iterdir())


def test_a_finished_generation_becomes_current(place: Place) -> None:
    assert place.current() is None
    assert write(place, "one") == 1
    assert current_text(place) == "one"
    assert write(place, "two") == 2
    assert current_text(place) == "two"
    assert names(place) == ["000001", "000002"]


def test_only_the_last_generations_are_kept(place: Place) -> None:
    for number in range(6):
        write(place, str(number), keep=2)
    assert names(place) == ["000005", "000006"]
    assert current_text(place) == "5"


def test_an_error_while_writing_leaves_the_last_generation_and_nothing_else(place: Place) -> None:
    write(place, "good")

    def interrupted() -> None:
        with new_generation(place, 3) as draft:
            (draft.directory / "text").write_text("half", encoding="utf-8")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert current_text(place) == "good"
    assert names(place) == ["000001"]
    write(place, "next")
    assert current_text(place) == "next"


@pytest.mark.parametrize("moment", ["writing", "renamed", "pointing"])
def test_a_kill_at_any_moment_leaves_an_index_that_opens_and_can_be_written(place: Place, moment: str) -> None:
    write(place, "good")
    script = f"""
import os, signal, sys
from pathlib import Path
import core.index.generations as generations
from core.index.place import Place
def die(*_): os.kill(os.getpid(), signal.SIGKILL)
if {moment!r} == "renamed": generations._point = die
if {moment!r} == "pointing": Path.replace = die
with generations.new_generation(Place(Path({str(place.home)!r}), "shop"), 3) as draft:
    (draft.directory / "text").write_text("new")
    (draft.directory / "folder").mkdir()
    (draft.directory / "folder" / "inner").write_text("new")
    if {moment!r} == "writing": die()
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=False, capture_output=True)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert current_text(place) == "good"
    number = write(place, "after")
    assert current_text(place) == "after"
    assert number > 1
    assert not [name for name in names(place) if name.startswith(".")]


def holder(place: Place) -> subprocess.Popen[str]:
    script = f"""
import time
from pathlib import Path
from core.index.generations import writer
from core.index.place import Place
with writer(Place(Path({str(place.home)!r}), "shop")):
    print("held", flush=True)
    time.sleep(60)
"""
    process = subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


def test_a_second_writer_is_told_who_the_first_is_and_readers_are_not_stopped(place: Place) -> None:
    write(place, "good")
    process = holder(place)
    try:
        with pytest.raises(StoreError, match=rf"being written by process {process.pid} on .* since 20"):
            write(place, "second")
        assert current_text(place) == "good"
    finally:
        process.kill()
        process.wait()
    write(place, "free again")
    assert current_text(place) == "free again"


def test_two_threads_of_one_process_are_two_writers(place: Place) -> None:
    with writer(place), pytest.raises(StoreError, match=f"process {os.getpid()}"):
        write(place, "second")


def test_a_full_disk_is_a_store_error_and_nothing_is_lost(place: Place) -> None:
    write(place, "good")
    script = f"""
import resource, signal
from pathlib import Path
from core.errors import StoreError
from core.index.generations import new_generation
from core.index.place import Place
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))
try:
    with new_generation(Place(Path({str(place.home)!r}), "shop"), 3) as draft:
        (draft.directory / "text").write_bytes(b"x" * 1_000_000)
except StoreError as problem:
    print(problem)
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True, capture_output=True, text=True)
    assert "cannot be written" in done.stdout
    assert "The previous index is unchanged" in done.stdout
    assert current_text(place) == "good"
    assert names(place) == ["000001"]


def test_a_disk_that_is_full_while_a_folder_is_copied_is_told_in_one_sentence(place: Place) -> None:
    faults = [(name, name, f"[Errno 28] No space left on device: '{name}'") for name in ("one", "two")]
    with pytest.raises(StoreError, match=r"one'\. The previous index is unchanged") as told, new_generation(place, 3):
        raise shutil.Error(faults)
    assert "two" not in str(told.value)


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_folder_without_permission_is_a_store_error(place: Place) -> None:
    place.home.mkdir(parents=True)
    place.home.chmod(0o500)
    with pytest.raises(StoreError, match="ORIENTEER_HOME"):
        write(place, "x")


def test_a_file_in_the_place_of_the_folder_is_a_store_error(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file", encoding="utf-8")
    with pytest.raises(StoreError, match="ORIENTEER_HOME"):
        write(Place(tmp_path / "home", "shop"), "x")


def test_a_damaged_pointer_is_explained(place: Place) -> None:
    write(place, "good")
    for content in (b"", b"000099\n", b"../../etc\n", b"\xff\xfe"):
        place.pointer.write_bytes(content)
        with pytest.raises(StoreError, match="--full"):
            place.current()
    write(place, "a new generation heals it")
    assert current_text(place) == "a new generation heals it"


def test_readers_never_see_a_half_written_generation_while_others_write(place: Place) -> None:
    write(place, "0")
    script = f"""
from pathlib import Path
from core.index.generations import new_generation
from core.index.place import Place
for number in range(40):
    with new_generation(Place(Path({str(place.home)!r}), "shop"), 3) as draft:
        (draft.directory / "text").write_text(str(number))
        (draft.directory / "folder").mkdir()
        (draft.directory / "folder" / "inner").write_text(str(number))
"""
    process = subprocess.Popen([sys.executable, "-c", script], cwd=ROOT)
    reads = 0
    while process.poll() is None:
        current_text(place)
        reads += 1
        time.sleep(0.002)
    assert process.returncode == 0
    assert reads > 5
    assert current_text(place) == "39"


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", "-x", "a b", "x" * 101, ".hidden", "a\n"])
def test_a_name_that_is_no_folder_name_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(SettingsError, match="--name"):
        Place(tmp_path, name)


MANIFEST = Manifest(
    SCHEMA_VERSION, "shop", 1, "/shop", "abc", "main", True, "2026-01-01", "e", 3, "complete", {"units": 2}
)  # fmt: skip


def test_a_manifest_comes_back_as_it_was(tmp_path: Path) -> None:
    write_manifest(tmp_path, MANIFEST)
    assert read_manifest(tmp_path) == MANIFEST


@pytest.mark.parametrize("content", ["", "[]", "{}", f'{{"schema": {SCHEMA_VERSION}, "root": "/x"}}', "\x00", '{"schema": 1'])
def test_something_else_than_a_manifest_is_a_store_error(tmp_path: Path, content: str) -> None:
    (tmp_path / "manifest.json").write_text(content, encoding="utf-8")
    with pytest.raises(StoreError, match="--full"):
        read_manifest(tmp_path)


def test_another_format_is_refused_with_the_command_that_helps(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text('{"schema": 99, "root": "/srv/shop"}', encoding="utf-8")
    with pytest.raises(StoreError, match=r"format 99.*orienteer index /srv/shop$"):
        read_manifest(tmp_path)


def test_indexes_are_listed_by_name_also_those_that_cannot_be_read(tmp_path: Path) -> None:
    assert list_indexes(tmp_path / "nothing") == []
    for name in ("zebra", "ant"):
        with new_generation(Place(tmp_path, name), 3) as draft:
            write_manifest(draft.directory, MANIFEST)
    Place(tmp_path, "broken").directory.mkdir()
    Place(tmp_path, "broken").pointer.write_text("000001", encoding="utf-8")
    (tmp_path / "unrelated").mkdir()
    listed = list_indexes(tmp_path)
    assert [one.name for one in listed] == ["ant", "broken", "zebra"]
    assert [one.manifest is None for one in listed] == [False, True, False]
    assert "damaged" in listed[1].problem


@pytest.mark.parametrize(
    ("fault", "step"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "Free some disk space"),
        (PermissionError(errno.EACCES, "Permission denied"), "a folder that you may write to"),
        (shutil.Error([("a", "b", "[Errno 30] Read-only file system: 'b'")]), "a folder that you may write to"),
    ],
)
def test_a_write_that_is_refused_names_the_step_that_helps(place: Place, fault: OSError, step: str) -> None:
    with pytest.raises(StoreError) as told, new_generation(place, 3):
        raise fault
    assert ("Free some disk space" in str(told.value), step in str(told.value)) == (step == "Free some disk space", True)


@pytest.mark.parametrize(
    ("fault", "step"),
    [
        (PermissionError(errno.EACCES, "Permission denied"), "Fix its permissions."),
        (RuntimeError('IO Error: Cannot open file "catalog.duckdb": Permission denied'), "Fix its permissions."),
        (ValueError("Expecting value: line 1 column 1 (char 0)"), "Build the index again: orienteer index PATH --full"),
    ],
)
def test_what_may_not_be_read_need_not_be_built_again(fault: Exception, step: str) -> None:
    assert reading_step(fault, "Build the index again: orienteer index PATH --full") == step


def test_a_manifest_that_may_not_be_read_is_not_taken_for_a_damaged_one(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    refused = PermissionError(errno.EACCES, "Permission denied")
    monkeypatch.setattr(Path, "read_text", lambda *_, **__: (_ for _ in ()).throw(refused))
    with pytest.raises(StoreError, match=r"Fix its permissions\.$"):
        read_manifest(place.directory)


def test_an_index_that_may_not_be_read_is_not_to_be_removed(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    write(place, "x")

    def refused(*_: object, **__: object) -> str:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "read_text", refused)
    with pytest.raises(StoreError, match="Fix the permissions of") as told:
        place.current()
    assert "Remove" not in str(told.value)
