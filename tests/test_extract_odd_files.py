"""Files that are none, names that nobody expects, folders that cannot be read: each is told, and the rest is read."""

import os
import socket
import subprocess
import sys
from contextlib import chdir

import pytest

from core.errors import SettingsError
from core.extract import walk as walking
from core.extract import workers
from core.extract.facts import SourceFile
from core.extract.load import load
from core.extract.parse import Parsed
from core.extract.run import extract, load_files
from core.extract.walk import FoundFile, walk
from core.model import Problem
from core.pipeline.indexing import index_checkout
from core.settings import ExtractSettings, changed, read_settings
from core.workbench import open_workbench

SETTINGS = ExtractSettings()
UTF8 = sys.getfilesystemencoding() == "utf-8"


def put(path, content="x = 1\n"):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())


def git(root, *arguments):
    subprocess.run(["git", *arguments], cwd=root, check=True, capture_output=True)


def paths(root):
    return [file.path for file in load_files(root, SETTINGS)[0]]


def reasons(root):
    return {problem.file_path: problem.reason for problem in load_files(root, SETTINGS)[1]}


@pytest.fixture(params=[False, pytest.param(True, marks=pytest.mark.needs_git)], ids=["plain", "git"])
def checkout(tmp_path, request):
    """Give a folder that is a checkout of git or none."""
    root = tmp_path / "shop"
    put(root / "a.py")
    if request.param:
        git(root, "init", "-q")
    return root


def test_pipes_and_sockets_do_not_make_anybody_wait(checkout):
    os.mkfifo(checkout / "pipe.py")
    os.mkfifo(checkout / "script")  # without an extension: its first line would say what it is
    (checkout / "bin").mkdir()
    os.mkfifo(checkout / "bin" / "run")
    with socket.socket(socket.AF_UNIX) as listening:
        with chdir(checkout):  # the name of a socket may be only so long
            listening.bind("socket.py")
        assert paths(checkout) == ["a.py"]
        told = reasons(checkout)
    assert set(told.values()) <= {"a pipe, a socket or a device"}
    if not (checkout / ".git").exists():  # git lists no such thing
        assert told.keys() == {"pipe.py", "socket.py"}


def test_a_pipe_in_place_of_the_ignore_file_is_told(tmp_path):
    put(tmp_path / "a.py")
    os.mkfifo(tmp_path / ".gitignore")
    assert paths(tmp_path) == ["a.py"]
    assert reasons(tmp_path)[".gitignore"] == "cannot be read: it is no regular file"


def test_a_line_that_is_no_pattern_is_told_and_the_others_hold(tmp_path):
    for name in ("a.py", "b.py"):
        put(tmp_path / name)
    put(tmp_path / ".gitignore", "b.py\n!\n")
    (problem,) = load_files(tmp_path, SETTINGS)[1]
    assert (problem.file_path, problem.line) == (".gitignore", 2)
    assert paths(tmp_path) == ["a.py"]


def test_an_excluded_pattern_that_is_none_is_one_sentence(tmp_path):
    with pytest.raises(SettingsError, match=r"extract\.exclude"):
        walk(tmp_path, ExtractSettings(exclude=("!",)))


def test_links_in_a_circle_lead_nowhere(checkout):
    (checkout / "one.py").symlink_to("two.py")
    (checkout / "two.py").symlink_to("one.py")
    (checkout / "loop").mkdir()
    (checkout / "loop" / "again").symlink_to("..")
    assert paths(checkout) == ["a.py"]
    lost = "a symbolic link that leads nowhere"
    assert reasons(checkout) == {"loop/again": "a symbolic link to .", "one.py": lost, "two.py": lost}


@pytest.mark.skipif(not UTF8, reason="needs a system whose names of files are UTF-8")
def test_a_name_that_is_no_utf_8_is_told(checkout):
    put(checkout / os.fsdecode(b"caf\xe9.py"))
    put(checkout / os.fsdecode(b"d\xe9") / "b.py")
    assert paths(checkout) == ["a.py"]
    assert reasons(checkout) == dict.fromkeys(("caf\ufffd.py", "d\ufffd/b.py"), "its name is not UTF-8")


def test_any_other_name_is_read(checkout):
    names = ["new\nline.py", " lead.py", "trail .py", "tab\t.py", "quote'\".py", "A.py", "größe.py", "-f.py", "%s.py", "<b>.py"]
    for name in names:
        put(checkout / name, "def f():\n    return 1\n")
    assert paths(checkout) == sorted([*names, "a.py"])


def test_an_index_of_odd_names_is_made_and_answers(checkout, tmp_path, monkeypatch):
    monkeypatch.setenv("ORIENTEER_HOME", str(tmp_path / "home"))
    for name in ("new\nline.py", " lead.py", "A.py", os.fsdecode(b"\xff.py")):
        put(checkout / name, "def odd():\n    return 1\n")
    settings = read_settings()
    report = index_checkout(checkout, settings, vectors=False)
    assert report.manifest.counts["files"] == 4
    found = open_workbench(report.manifest.name)
    assert {unit.file_path for unit in found.heads.values() if unit.name == "odd"} >= {"new\nline.py", " lead.py", "A.py"}


def test_a_file_that_goes_or_becomes_another_thing_while_it_is_read_is_told(tmp_path):
    for name, make in (("gone.py", None), ("pipe.py", os.mkfifo), ("folder.py", os.mkdir)):
        if make:
            make(tmp_path / name)
        source, problem = load(tmp_path, FoundFile(name, "python", False))
        assert source is None
        assert problem.status == "failed"
        assert problem.reason.startswith("cannot be read: ")


def test_a_folder_that_cannot_be_looked_into_is_told(tmp_path, monkeypatch):
    put(tmp_path / "a.py")
    put(tmp_path / "closed" / "b.py")
    whole = os.scandir

    def scandir(path):
        if str(path).endswith("closed"):
            raise PermissionError(13, "Permission denied")
        return whole(path)

    monkeypatch.setattr(walking.os, "scandir", scandir)
    assert paths(tmp_path) == ["a.py"]
    assert reasons(tmp_path) == {"closed/": "the folder cannot be read: Permission denied"}


def test_folders_without_end_are_told(tmp_path):
    folder = tmp_path
    for _ in range(230):
        folder = folder / "d"
    folder.mkdir(parents=True)
    put(folder / "deep.py")
    put(tmp_path / "a.py")
    assert paths(tmp_path) == ["a.py"]
    (reason,) = reasons(tmp_path).values()
    assert reason == "more than 200 folders inside each other"


CONTENTS = [
    b"",
    b"\n" * 900_000,
    b"x = '" + b"a" * 900_000 + b"'\n",
    b"(" * 100_000,
    b"[" * 50_000 + b"]" * 50_000,
    b"x = " + b"a." * 100_000 + b"b\n",
    b"x = 1" + b" + 1" * 100_000 + b"\n",
    b"\r\r\r\n\r",
    b"def f():\n" + b"\x0c\x0b\x1c\x85"[:3] + b"    pass\n",
    b"# -*- coding: utf-7 -*-\nx = '+2AA-\xff'\n",
    b"# -*- coding: raw_unicode_escape -*-\nx = '\\ud800\xff'\n",
    b"\xff\xfex\x00\x00\x00",
    b"\xfe\xff\x00",
]


@pytest.mark.parametrize("name", ["a.py", "a.rb", "a.js", "a.ts", "a.rs", "a.md", "a.html.erb", "a.haml", "a.rst", "Gemfile"])
def test_a_file_of_any_content_is_read_or_told(tmp_path, monkeypatch, name):
    monkeypatch.setattr(workers, "_GRACE", 0.2)
    odd = {f"{number}/{name}": content for number, content in enumerate(CONTENTS)}
    for path, content in odd.items():
        put(tmp_path / path, content)
    put(tmp_path / "z.py", "def whole():\n    return 1\n")
    found = extract(tmp_path, changed(read_settings(), "extract.file_seconds", 0.5).extract)
    assert "whole" in {unit.name for unit in found.units}
    told = {unit.key.removeprefix("file:") for unit in found.units} | {problem.file_path for problem in found.problems}
    assert odd.keys() <= told
    for unit in found.units:
        unit.source_code.encode()


def test_an_error_that_a_parser_follows_in_ever_more_ways_is_passed_over(monkeypatch):
    monkeypatch.setattr("core.extract.parse._MOST_WORK", 1_000)
    text = "export function a() {}\n\nexport function ./b({ c }: P) P" + "  c }: P) P" * 400
    whole = Parsed(SourceFile("a.tsx", "tsx", text, ""))
    (problem,) = whole.problems()
    assert problem == Problem("a.tsx", "partial", "no code from line 3 on: passed over what cannot be read", 3)
    assert whole.captures("units"), "what stands before it is read"
    assert len(whole.tree.root_node.text) == len(text), "all places stay as they are"


def test_a_file_without_errors_is_parsed_whole_whatever_its_length():
    text = "export function a() { return [1, 2] }\n" * 20_000
    assert Parsed(SourceFile("a.tsx", "tsx", text, "")).problems() == ()
