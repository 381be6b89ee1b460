"""Code that is not the reader's is guessed by signs, named, and left out of questions and analyses until it is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.model import FOREIGN, OLDER
from core.pipeline.indexing import index_checkout
from core.settings import changed, read_settings
from core.workbench import Workbench, open_workbench
from tests.command import orienteer

BANNER = "/*!\n * Gallery v{version}\n * Copyright Somebody, released under the MIT license\n */\n"
OWN = {
    "app/paint.js": 'import { mix } from "./mix.js";\nexport function paint() { return mix(); }\n',
    "app/mix.js": "export function mix() { return 1; }\n",
    "app/wall.js": 'import { paint } from "./paint.js";\nexport function wall() { return paint(); }\n',
    "app/roof.js": 'import { paint } from "./paint.js";\nexport function roof() { return paint(); }\n',
}
LIBRARIES = {
    "static/js/gallery.js": BANNER.format(version="2.1.4")
    + "function slide() { return next(); }\nfunction next() { return 2; }\n",
    "static/js/zoom-1.4.2.js": "function zoom() { return 3; }\n",
}


@pytest.fixture
def opened(tmp_path: Path):
    """Index files and return the open index; called again, it indexes these files instead."""

    def index(files: dict[str, str], *not_yours: str) -> Workbench:
        root = tmp_path / "repo"
        for name, text in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        settings = changed(read_settings(), "home", str(tmp_path / "home"))
        index_checkout(root, settings, name="own", vectors=False)
        given = changed(settings, "not_yours", list(not_yours)) if not_yours else settings
        return open_workbench("own", home=tmp_path / "home", settings=given)

    return index


def guessed(bench: Workbench, status: str = FOREIGN) -> list[str]:
    return [one.file_path for one in bench.index.apart if one.status == status]


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (LIBRARIES, ["static/"]),
        ({".assistant/skills/draw.py": "def draw():\n    return 1\n"}, [".assistant/"]),
        ({"external_code/grid.js": "function grid() { return cell(); }\nfunction cell() { return 1; }\n"}, ["external_code/"]),
        ({"web/dist/out.js": "function packed() { return 1; }\n"}, ["web/dist/"]),
        ({"app/slider.js": BANNER.format(version="0.9.1") + "function slider() { return 1; }\n"}, ["app/slider.js"]),
    ],
)
def test_other_peoples_code_is_guessed_by_its_signs(opened, files, expected) -> None:
    bench = opened({**OWN, **files})
    assert guessed(bench) == expected
    assert all(key not in bench.analyse.own for key in bench.heads if any(path in key for path in files))


@pytest.mark.parametrize(
    "files",
    [
        {".github/workflows/check.yml": "name: check\non: push\njobs:\n  test:\n    runs-on: ubuntu\n    steps: []\n"},
        {"bin/start.js": 'import { wall } from "../app/wall.js";\nexport function start() { return wall(); }\n'},
        {"build_tools/pack.js": 'import { mix } from "../app/mix.js";\nexport function pack() { return mix(); }\n'},
        {"db/2.0.0.js": "export function up() { return 1; }\n"},
        {
            f"lib/part{number}.js": "/* Shop 3.1.0, Copyright Us, see the license */\nexport const a = () => 1;\n"
            for number in range(6)
        },
        {"lib/terms.js": "/* Licensed under the Apache License, Version 2.0 */\nexport function terms() { return 1; }\n"},
    ],
)
def test_own_code_is_never_taken_for_foreign(opened, files) -> None:
    assert guessed(opened({**OWN, **files})) == []


def test_a_library_is_not_foreign_to_itself(opened) -> None:
    assert guessed(opened(LIBRARIES)) == []


def test_what_is_left_out_is_told_by_every_analysis_and_taken_in_by_one_setting(opened, tmp_path) -> None:
    files = {**OWN, **LIBRARIES}
    hubs = opened(files).analyse.hubs()
    assert "3 units in 1 place that are not yours" in hubs.sentence
    assert not [hub.unit for hub in hubs if "static/" in hub.unit]
    shown = opened(files, "app/roof.js")
    assert shown.not_own.sentence == "1 unit in 1 place that is not yours"
    assert "function:app/roof.js:roof" not in shown.analyse.own
    assert any("static/" in key for key in shown.analyse.own)
    assert not opened(files, "guessed", "!static/").not_own.units
    assert "not yours" not in opened(files).with_everything().analyse.hubs().sentence
    done = orienteer("status", "-i", "own", home=tmp_path / "home")
    assert "3 units in 1 place that are not yours" in done.stdout


def test_questions_leave_it_out_until_it_is_named_or_asked_for(opened) -> None:
    bench = opened({**OWN, **LIBRARIES})
    assert all("static/" not in unit.unit_key for unit in bench.ask("how does the page slide to the next picture").ranked)
    assert any("static/" in unit.unit_key for unit in bench.ask("slide", paths=["static/**"]).ranked)
    assert any("static/" in unit.unit_key for unit in bench.with_everything().ask("slide to the next picture").ranked)


def test_an_old_copy_stands_behind_its_newer_twin(opened) -> None:
    body = (
        "class Ledger:\n    def post_entry(self):\n        return 1\n\n    def close_year(self):\n        return 2\n\n\n"
        "class Entry:\n    pass\n"
    )
    bench = opened({"books/v1/ledger.py": body, "books/ledger.py": body, "books/tax.py": "def tax():\n    return 1\n"})
    assert guessed(bench, OLDER) == ["books/v1/"]
    order = [unit.unit_key for unit in bench.ask("how is the year of a ledger closed").ranked]
    places = {"v1" in key: place for place, key in enumerate(order) if key.endswith("Ledger.close_year")}
    assert places[False] < places[True]
