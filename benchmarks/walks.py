"""Which rooms of the house a question or a click walks through, in order, and how often it comes back to one that it left.

    python -m benchmarks.walks [-i INDEX] [--question TEXT] [--all]

A room is a package of `core`, those of `core/present` each, or `pages`; it is entered by a call from another room, each pair of
functions counted once, as a reader follows them. What every room uses is no room: values with their properties, words,
settings, the open index, and what stands behind a port; and what is done beside the way is no part of it. Prints both
walks, and ends with status 1 when one comes back to a room more than twice. With `--all`, the functions too at which rooms are
entered.
"""

from __future__ import annotations

import argparse
import inspect
import sys
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from itertools import groupby
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).parents[1]
EVERYWHERE = frozenset(
    {"backends", "errors", "flow", "languages", "model", "open_index", "ports", "runtime", "settings", "text", "vocabulary"}
)
"""What all rooms use and none leads through."""
BESIDE = frozenset({"freshness", "warm"})
"""What pages do beside what was asked for: compare with the checkout, load what the first question will need."""
MOST_RETURNS = 2
SCRIPT = "ScriptRunner.scriptThread"
"""The name of the thread in which Streamlit runs a page."""


class Walk:
    """Hears of every call while it is in force; `entered` has room and function in order."""

    def __init__(self) -> None:
        self.entered: list[tuple[str, str]] = []
        self._seen: set[tuple[object, object]] = set()

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        """Note a call from one room into another, unless these two functions are known already."""
        if event != "call" or not (room := room_of(frame)):
            return
        caller = frame.f_back
        while caller is not None and not room_of(caller):
            caller = caller.f_back
        if (caller is not None and room_of(caller) == room) or _is_beside(frame):
            return
        pair = (caller.f_code if caller else None, frame.f_code)
        if pair not in self._seen:
            self._seen.add(pair)
            self.entered.append((room, f"{_named(frame)}  from {_named(caller) if caller else 'outside'}"))

    def over(self, work: Callable[[], object], started: bool) -> Walk:
        """Follow the work in this thread, or in the one that is `started` for the script of a page."""
        follow: Callable[[Any], None] = threading.setprofile if started else sys.setprofile
        follow(self._in_a_script if started else self)
        try:
            work()
        finally:
            follow(None)
        return self

    def _in_a_script(self, frame: FrameType, event: str, argument: Any) -> None:
        if threading.current_thread().name == SCRIPT:
            self(frame, event, argument)
        else:
            sys.setprofile(None)  # a thread that others started at the same time

    @property
    def rooms(self) -> list[str]:
        """The rooms in order; one that is entered again before another is has been entered once."""
        return [room for room, _ in groupby(room for room, _ in self.entered)]


def room_of(frame: FrameType) -> str:
    """Return the room that a function stands in; empty outside of the house, for what every room uses, and for imports."""
    room = _room_of_file(frame.f_code.co_filename)
    if room in ("", "pages"):
        return room
    is_import = not frame.f_code.co_flags & inspect.CO_OPTIMIZED  # the body of a module or a class
    return "" if is_import or _belongs_to_a_value(frame) else room


@cache
def _room_of_file(name: str) -> str:
    path = Path(name)
    if not path.is_relative_to(ROOT):
        return ""
    parts = path.relative_to(ROOT).with_suffix("").parts
    if parts[0] == "pages":
        return "pages"
    if parts[0] != "core" or len(parts) < 3:
        return ""
    room = ".".join(parts[1:3]) if parts[1] == "present" and len(parts) > 3 else parts[1]
    return "" if room in EVERYWHERE else room


def _belongs_to_a_value(frame: FrameType) -> bool:
    """Tell whether the function is a property or a special method of a class, or one without a name inside another."""
    if getattr(frame.f_globals.get("__getattr__"), "__code__", None) is frame.f_code:
        return True  # a module that loads what it offers when it is asked for: an import
    owner, _, name = frame.f_code.co_qualname.rpartition(".")
    attribute = vars(frame.f_globals.get(owner, object)).get(name)
    return name.startswith(("__", "<")) or isinstance(attribute, property | cached_property)


def _is_beside(frame: FrameType) -> bool:
    caller: FrameType | None = frame
    while caller is not None and caller.f_code.co_name not in BESIDE:
        caller = caller.f_back
    return caller is not None


def _named(frame: FrameType) -> str:
    return f"{Path(frame.f_code.co_filename).stem}.{frame.f_code.co_qualname}"


def question(index: str, text: str) -> Callable[[], object]:
    """Return the work of the first question that is asked of an index, opening it included."""
    from core import open_workbench

    return lambda: open_workbench(index, settings={"cache.runs": 0}).ask(text).context.text


def click(index: str) -> Callable[[], object]:
    """Return the work of opening the page of hubs, its figure included."""
    from streamlit.testing.v1 import AppTest

    page = AppTest.from_file(str(ROOT / "pages" / "shell.py"))
    page.query_params["index"] = index
    page.run(timeout=60)
    page.switch_page("health.py").run(timeout=60)
    page.query_params["view"] = "hubs"
    return lambda: page.run(timeout=60)


def main(arguments: Sequence[str]) -> int:
    """Print both walks; return 1 when one of them comes back to a room more often than is allowed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("-i", "--index", default="sample")
    parser.add_argument("--question", default="How does an order get from the basket to the customer?")
    parser.add_argument("--all", action="store_true")
    given = parser.parse_args(arguments)
    worst = 0
    for title, work, started in (
        ("question to context", question(given.index, given.question), False),
        ("click on Hubs to figure", click(given.index), True),
    ):
        walk = Walk().over(work, started)
        returns = {room: count - 1 for room, count in Counter(walk.rooms).items() if count > 1}
        worst = max([worst, *returns.values()])
        print(f"{title}: {' > '.join(walk.rooms)}")
        print(f"  comes back to: {', '.join(f'{room} {count}' for room, count in returns.items()) or 'no room'}")
        for room, function in walk.entered if given.all else ():
            print(f"    {room:20}{function}")
    return int(worst > MOST_RETURNS)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
