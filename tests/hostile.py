"""Run every command in surroundings that are against it, each in a process of its own that is forked from this one.

    python -m tests.hostile FOLDER

Makes a repository and an index of it in the empty FOLDER for each surrounding, and prints one JSON object for each run:
`surrounding`, `command`, `status` (the exit status, or minus the signal) and `said` (what both streams got). A process that
serves until it is told to end is told so after a moment.
"""

from __future__ import annotations

import ctypes
import importlib
import io
import itertools
import json
import os
import pkgutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, NoReturn

import core
from tests.thorough import sampled

# One row per command, with arguments that let it do its work; {out} is an empty folder, {repo} the
# repository, {port} one that nobody listens to, | a space.
COMMANDS = {
    "list": "", "context": "who|places|an|order", "overview": "",
    "status": "--coverage", "find": "order", "search": "order", "ask": "who|places|an|order", "show": "Order",
    "deps": "Order", "dependents": "Order", "path": "Order Item", "flow": "Order#place", "column": "orders.total",
    "analyze": "unused", "check": "", "review": "--staged", "diff": "HEAD~1 HEAD", "tests": "Order", "runtime": "",
    "recording": "list", "coverage": "list", "completion": "zsh", "notebooks": "{out}/notebooks", "remove": "repo",
    "answer": "who|places|an|order", "conversations": "", "feedback": "", "settings": "", "doctor": "",
    "job": "{out}", "parts": "", "rename": "Order#place",
    "evaluate": "{out}/questions.json", "tune": "{out}/questions.json", "group": "", "probe": "{repo}", "init": "--preset none",
    "export": "{out}/units", "report": "{out}/report.html", "migrate": "repo", "index": "{repo} --no-vectors",
    "mcp": "", "lsp": "", "serve": "--port {port}", "watch": "{repo} --no-vectors", "ui": "--port {port} --headless",
}  # fmt: skip
_FILES = {
    "models/item.rb": "class Item\n  def price = 3\nend\n",
    "orders/order.rb": "class Order\n  def place = Item.new.price\nend\n",
    "db/schema.rb": 'ActiveRecord::Schema.define do\n  create_table "orders" do |t|\n    t.integer "total"\n  end\nend\n',
}
_LATER = "class Order\n  def place = Item.new.price\n\n  def cancel = place\nend\n"
_QUESTIONS = '{"name": "own", "queries": [{"query": "who places an order", "expected": ["Order#place"]}]}'
# What is imported before need not be imported in each process.
_HEAVY = (
    "chromadb", "duckdb", "fastapi", "mcp.server", "networkx", "numpy", "pandas", "pygls.lsp.server", "uvicorn",
    *(module.name for module in pkgutil.walk_packages(core.__path__, "core.") if not module.name.startswith("core.backends")),
)  # fmt: skip
SERVING = ("serve", "watch", "ui")
_MOMENT = 1.5  # seconds
_PATIENCE = 60  # seconds
_WRITE_ANYWHERE = 1 << 1  # CAP_DAC_OVERRIDE: the superuser's right to write where the mode of a folder forbids it


Enter = Callable[[], None]


class Scene(NamedTuple):
    """The copies that a surrounding may spoil: an index home, a repository, an empty folder."""

    home: Path
    repository: Path
    out: Path


def _stand_in(folder: Path) -> Enter:
    return lambda: os.chdir(folder)


def _folder_gone(scene: Scene) -> Enter:
    def enter() -> None:
        gone = scene.out / f"gone{os.getpid()}"  # those that serve enter at the same time
        gone.mkdir()
        os.chdir(gone)
        gone.rmdir()

    return enter


def _home_read_only(scene: Scene) -> Enter:
    for folder, _, files in os.walk(scene.home):
        for path in (Path(folder), *(Path(folder) / name for name in files)):
            path.chmod(0o555)
    return _write_only_where_allowed


def _write_only_where_allowed() -> None:
    """Give up the superuser's right to write where a folder forbids it (capset of Linux, version 3 of its structures)."""
    header, data = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    system = ctypes.CDLL(None, use_errno=True)
    system.capget(header, data)
    data[0] &= ~_WRITE_ANYWHERE
    system.capset(header, data)


def _no_home_variable(scene: Scene) -> Enter:
    names = [name for name in os.environ if name == "HOME" or name.startswith("XDG_")]
    return lambda: [os.environ.pop(name) for name in names] and None


def _only_ascii(scene: Scene) -> Enter:
    """What LANG=C means where Python is told not to read more into it."""

    def enter() -> None:
        os.environ |= {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
        for stream, errors in ((sys.stdout, "surrogateescape"), (sys.stderr, "backslashreplace")):
            assert isinstance(stream, io.TextIOWrapper)
            stream.reconfigure(encoding="ascii", errors=errors)

    return enter


def _output_closed(scene: Scene) -> Enter:
    def enter() -> None:
        os.close(1)
        sys.stdout = None  # type: ignore[assignment]  # as Python starts then

    return enter


def _output_full(scene: Scene) -> Enter:
    return lambda: os.dup2(os.open("/dev/full", os.O_WRONLY), 1) and None


def _reader_gone(scene: Scene) -> Enter:
    def enter() -> None:
        reading, writing = os.pipe()
        os.close(reading)
        os.dup2(writing, 1)

    return enter


def _narrow(scene: Scene) -> Enter:
    return lambda: os.environ.update(COLUMNS="20")


def _files_missing(scene: Scene) -> Enter:
    """Leave out the file that the last commit replaced, as a partial clone does."""
    name = _git(scene.repository, "rev-parse", "HEAD~1:orders/order.rb")
    (scene.repository / ".git" / "objects" / name[:2] / name[2:]).unlink()
    return _stand_in(scene.repository)


def _in_work_tree(scene: Scene) -> Enter:
    _git(scene.repository, "worktree", "add", "-q", str(scene.out / "tree"), "-b", "beside")
    return _stand_in(scene.out / "tree")


def _in_bare(scene: Scene) -> Enter:
    _git(scene.out, "clone", "-q", "--bare", str(scene.repository), "bare.git")
    return _stand_in(scene.out / "bare.git")


def _file_changes(scene: Scene) -> Enter:
    def change() -> None:
        for number in itertools.count(1):
            with suppress(OSError):
                (scene.repository / "orders/order.rb").write_text(f"class Order\n  def place = {number}\nend\n" * (number % 50))
            time.sleep(0.001)

    def enter() -> None:
        os.chdir(scene.repository)
        threading.Thread(target=change, daemon=True).start()

    return enter


def _no_git(scene: Scene) -> Enter:
    def enter() -> None:
        os.environ["PATH"] = "/nowhere"
        os.chdir(scene.repository)

    return enter


def _git(folder: Path, *arguments: str) -> str:
    return subprocess.run(["git", "-C", str(folder), *arguments], check=True, capture_output=True, text=True).stdout.strip()


# Each makes what it needs once and returns what a process does to enter it.
SURROUNDINGS: dict[str, Callable[[Scene], Enter]] = {
    "the working folder is gone": _folder_gone,
    "the home cannot be written": _home_read_only,
    "no variable names a home": _no_home_variable,
    "only ASCII can be written": _only_ascii,
    "the output is closed": _output_closed,
    "the terminal has 20 columns": _narrow,
    "files of the first commit are missing": _files_missing,
    "in a linked work tree": _in_work_tree,
    "in a bare repository": _in_bare,
    "a file changes while it is read": _file_changes,
    "git is not installed": _no_git,
    "the output is full": _output_full,
    "the reader has gone": _reader_gone,
}
ASKED = ("list", "status", "find", "search", "ask", "show", "deps", "path", "flow", "analyze", "settings")
ANSWERED = (
    "the working folder is gone", "no variable names a home", "only ASCII can be written", "in a bare repository",
    "git is not installed",
)  # fmt: skip
"""Surroundings in which what is `ASKED` is answered as ever."""


def commands_in(surrounding: str) -> list[str]:
    """Return the commands that are run in a surrounding: each command in some of them, or in all where THOROUGH is set."""
    names, begin = list(COMMANDS), list(SURROUNDINGS).index(surrounding)
    chosen = {*sampled([*names[begin:], *names[:begin]], 4), *(ASKED if surrounding in ANSWERED else ())}
    return [name for name in names if name in chosen]


def _run(name: str, commands: Sequence[str], scene: Scene, enter: Enter) -> Iterator[dict[str, object]]:
    """Run commands at the same time, each in a forked process, in their surrounding."""
    begun, processes = time.monotonic(), {}
    for command in commands:
        words = COMMANDS[command].format(out=scene.out, repo=scene.repository, port=_free_port()).split()
        processes[command] = os.fork()
        if not processes[command]:
            _become(command, [word.replace("|", " ") for word in words], scene, _said(scene, command), enter)
    for command, process in processes.items():
        status = _ended(process, begun + (_MOMENT if command in SERVING else _PATIENCE))
        yield {
            "surrounding": name,
            "command": command,
            "status": status,
            "seconds": time.monotonic() - begun,
            "said": _said(scene, command).read_text("utf-8", "replace"),
        }


def _said(scene: Scene, command: str) -> Path:
    return scene.out / f"{command}.said"


def _free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


def _become(command: str, words: list[str], scene: Scene, said: Path, enter: Enter) -> NoReturn:
    """Turn this process into a run of the command."""
    os.setpgid(0, 0)
    os.chdir(scene.out)
    stream = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(stream, 1)
    os.dup2(stream, 2)
    os.environ |= {"ORIENTEER_HOME": str(scene.home), "COLUMNS": "120"}
    sys.argv = ["orienteer", command, *words]
    status = 70
    try:
        enter()
        from core.cli import main

        main()
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else 1
    except BaseException:  # noqa: BLE001  # what a shell would see as a traceback
        import traceback

        traceback.print_exc(file=sys.__stderr__)
    with suppress(OSError, ValueError, AttributeError):
        sys.stdout.flush()
    os._exit(status)


def _ended(process: int, end: float) -> int:
    """Wait for a process, stop it when it runs past `end`, and return its status or minus its signal."""
    stopped = False
    while not (waited := os.waitpid(process, os.WNOHANG))[0]:
        if time.monotonic() > end:
            os.killpg(process, signal.SIGKILL if stopped else signal.SIGTERM)
            end, stopped = time.monotonic() + _PATIENCE, True  # a busy machine ends a server late
        time.sleep(0.005)
    return os.waitstatus_to_exitcode(waited[1])


def _made(folder: Path) -> Scene:
    """Make a repository of two commits with a staged change, an index of it and an empty folder."""
    scene = Scene(folder / "home", folder / "repo", folder / "out")
    for path in scene:
        path.mkdir(parents=True)
    _git(scene.repository, "init", "-q", "-b", "main")
    for name, text in {**_FILES, "orders/order.rb": "class Order\nend\n"}.items():
        (scene.repository / name).parent.mkdir(exist_ok=True)
        (scene.repository / name).write_text(text)
    for text in (_FILES["orders/order.rb"], _LATER):
        _git(scene.repository, "add", "-A")
        _git(scene.repository, "-c", "user.name=Ada", "-c", "user.email=ada@example.com", "commit", "-q", "-m", "Change")
        (scene.repository / "orders/order.rb").write_text(text)
    _git(scene.repository, "add", "-A")
    (scene.out / "questions.json").write_text(_QUESTIONS)
    (indexed,) = _run("made", ["index"], scene, lambda: None)
    assert indexed["status"] == 0, indexed
    return scene


def main(folder: Path) -> None:
    """Run all commands in all surroundings."""
    for name in _HEAVY:
        importlib.import_module(name)
    for number, (name, surround) in enumerate(SURROUNDINGS.items()):
        scene = _made(folder / str(number))
        enter = surround(scene)
        # Servers only wait for their end, so they wait together.
        asked = commands_in(name)
        for together in [*([command] for command in asked if command not in SERVING), SERVING]:
            for run in _run(name, together, scene, enter):
                print(json.dumps(run), flush=True)  # noqa: T201


if __name__ == "__main__":
    main(Path(sys.argv[1]))
