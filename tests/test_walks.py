"""Whoever follows a run through the code, file by file as it enters them, comes back to no room again and again."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections import Counter
from itertools import groupby
from pathlib import Path
from types import FrameType

import pytest

import core.extract
from core.extract.facts import SourceFile
from core.extract.guard import Guard
from core.extract.link import link_all
from core.extract.read import read_file
from core.extract.repository import Repository

SAMPLE = Path(__file__).parents[1] / "data" / "sample"
EXTRACT = Path(core.extract.__file__).parent
INSIDE = ("<module>", "<lambda>", "<genexpr>", "<listcomp>", "<dictcomp>", "<setcomp>")


def walked(path: str) -> list[str]:
    """Return the rooms of `core/extract` that reading and linking one file enters, in the order of their files' first call."""
    for module in pkgutil.walk_packages([str(EXTRACT)], "core.extract."):
        importlib.import_module(module.name)
    text = (SAMPLE / path).read_text(encoding="utf-8")
    guard, entered = Guard(), dict[Path, None]()

    def note(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(str(EXTRACT)) and code.co_name not in INSIDE:
            entered.setdefault(Path(code.co_filename).relative_to(EXTRACT))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        facts = read_file(SourceFile(path, "ruby", text, "sha"))
        found = link_all(Repository(SAMPLE, (facts,), {path: text}, guard))
    finally:
        sys.setprofile(before)
    assert found.relations
    return [room for room, _ in groupby(file.parent.as_posix() for file in entered)]


@pytest.mark.parametrize("path", ["app/models/order.rb", "app/controllers/orders_controller.rb"])
def test_a_ruby_file_leads_to_its_relations_through_no_room_more_than_three_times(path: str) -> None:
    rooms = Counter(walked(path))
    assert len(rooms) > 10
    assert {room: times for room, times in rooms.items() if times > 3} == {}
