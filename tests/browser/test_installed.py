"""What `pip install` of the wheel gives: the command, the pages and `core`, also in a folder that has a `core` of its own.

Everything that the package depends on is borrowed from the environment of the tests; what is installed is the wheel alone.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import time
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.shared import free_port

ROOT = Path(__file__).parents[2]
DECOYS = {
    "core/__init__.py": "raise SystemExit('the core of somebody else')\n",
    "pages/__init__.py": "raise SystemExit('the pages of somebody else')\n",
    ".streamlit/config.toml": '[theme]\nlinkColor = "#FF0000"\n[theme.light]\nlinkColor = "#FF0000"\n',
    "app.py": "raise SystemExit('the app of somebody else')\n",
    "app/models/order.rb": "# What a customer has bought.\nclass Order < ApplicationRecord\n  def total = 1\nend\n",
}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-build-isolation",
        "--no-deps",
        "-w",
        str(folder),
        str(ROOT),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return next(folder.glob("orienteer-*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `bin` of an environment that has the wheel, and the packages of this one behind it."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    command = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(python),
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
        str(wheel),
    ]
    subprocess.run(command, check=True, capture_output=True)
    place = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], capture_output=True, text=True, check=True
    )
    borrowed = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (Path(place.stdout.strip()) / "borrowed.pth").write_text("\n".join(sorted(borrowed)))
    return folder / "bin"


@pytest.fixture(scope="module")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout whose own packages have the names of ours."""
    folder = tmp_path_factory.mktemp("foreign") / "shop"
    for path, text in DECOYS.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    return folder


@pytest.fixture(scope="module")
def environment(foreign: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """No trace of the checkout of Orienteer; the foreign one on Python's path, as in the shell of a developer."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ORIENTEER_", "PYTHON"))}
    data = str(tmp_path_factory.mktemp("data"))
    return {**kept, "PYTHONPATH": f".{os.pathsep}{foreign}", "XDG_DATA_HOME": data}


def run(command: list[Any], foreign: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(part) for part in command], cwd=foreign, env=environment, capture_output=True, text=True, check=False, timeout=120
    )


@pytest.fixture(scope="module")
def index(installed: Path, foreign: Path, environment: dict[str, str]) -> Path:
    """The folder of indexes, with one of the foreign checkout."""
    done = run([installed / "orienteer", "index", ".", "--no-vectors"], foreign, environment)
    assert done.returncode == 0, done.stderr
    return Path(environment["XDG_DATA_HOME"]) / "orienteer" / "indexes"


def test_the_wheel_carries_every_page_and_what_pages_need(wheel: Path):
    names = set(zipfile.ZipFile(wheel).namelist())
    tracked = {path.relative_to(ROOT).as_posix() for path in (ROOT / "pages").rglob("*") if "__pycache__" not in path.parts}
    pages = {path for path in tracked if (ROOT / path).is_file()}
    wanted = {*pages, "app.py", ".streamlit/config.toml", "data/questions/sample.json", "data/sample/app/models/order.rb"}
    assert not {f"orienteer/{path}" for path in wanted} - names
    assert {name.split("/")[0] for name in names if ".dist-info/" not in name} == {"core", "orienteer"}
    assert not [name for name in names if name.endswith(".pyc")]


@pytest.mark.parametrize("form", ["script", "module"])
def test_the_command_is_its_own_in_a_folder_that_has_a_core(form, installed: Path, index: Path, foreign: Path, environment):
    command = [installed / "orienteer"] if form == "script" else [installed / "python", "-m", "orienteer"]
    asked = run([*command, "context", "where is the total of an order computed?"], foreign, environment)
    assert asked.returncode == 0, asked.stderr
    assert "Order#total" in asked.stdout
    listed = run([*command, "list"], foreign, environment)
    assert "shop" in listed.stdout
    assert (index / "shop").is_dir()  # the user's data folder: an installed copy has no checkout to write to


def test_core_can_be_imported_and_is_what_orienteer_gives(installed: Path, index: Path, foreign: Path, environment):
    code = (
        "import orienteer, core; wb = orienteer.open_workbench('shop'); print(core.open_workbench is orienteer.open_workbench)"
    )
    done = run([installed / "python", "-c", code], foreign, environment)
    assert done.stdout.strip() == "True", done.stderr
    alone = run(
        [installed / "python", "-P", "-c", "import core; print(core.__file__)"], foreign, environment | {"PYTHONPATH": ""}
    )
    assert Path(alone.stdout.strip()).is_relative_to(installed.parent), alone.stderr


def test_a_process_that_has_another_core_is_told_so_in_one_sentence(installed: Path, foreign: Path, environment):
    code = "import types, sys; sys.modules['core'] = types.ModuleType('core'); import orienteer"
    done = run([installed / "python", "-c", code], foreign, environment)
    assert done.returncode == 1
    assert "The package 'core' of this process is not Orienteer's" in done.stderr.splitlines()[-1]


def test_the_sample_comes_along(installed: Path, index: Path, foreign: Path, environment):
    done = run([installed / "orienteer", "index", "--sample", "--no-vectors"], foreign, environment)
    assert (done.returncode, "Indexed harbour: " in done.stdout) == (0, True), done.stderr
    copied = run([installed / "orienteer", "notebooks", "../copied"], foreign, environment)
    assert (copied.returncode, (foreign.parent / "copied" / "01_first_look.ipynb").is_file()) == (0, True), copied.stderr
    both = run([installed / "orienteer", "index", ".", "--sample"], foreign, environment)
    assert (both.returncode, "Give one of them" in both.stderr) == (2, True)


def test_the_first_run_has_sentence_vectors_by_the_model_that_comes_along(installed, foreign, environment, tmp_path):
    absent = "sys.modules['sentence_transformers'] = None"
    code = f"import sys; {absent}; from orienteer.__main__ import main; main()"
    data = environment | {"XDG_DATA_HOME": str(tmp_path)}
    done = run([installed / "python", "-c", code, "index", "."], foreign, data)
    assert done.returncode == 0, done.stderr
    assert "No sentence vectors" not in done.stderr
    asked = run([installed / "python", "-c", code, "ask", "Order"], foreign, data)
    assert asked.returncode == 0, asked.stderr
    named = run(
        [installed / "python", "-c", code, "index", ".", "--set", "embed.embedder=sentence-transformers"], foreign, data
    )
    assert (named.returncode, "orienteer[sentence-transformers]" in named.stderr) == (2, True)


@pytest.fixture
def served(installed: Path, index: Path, foreign: Path, environment: dict[str, str]) -> Iterator[str]:
    """The address of `orienteer ui`, started in the foreign checkout."""
    port = free_port()
    command = [str(installed / "orienteer"), "ui", "--headless", "--port", str(port)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, cwd=foreign, env=environment, start_new_session=True, **quiet) as process:
        try:
            _wait(f"http://127.0.0.1:{port}/_stcore/health")
            yield f"http://127.0.0.1:{port}"
        finally:
            os.killpg(process.pid, 15)


def _wait(address: str) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(address, timeout=2):
                return
        except OSError:
            time.sleep(0.2)
    raise TimeoutError(f"{address} did not answer within 60 s.")


@pytest.mark.browser
def test_a_deep_link_opens_its_page_with_our_theme(served: str, context: Any):
    page = context.new_page()
    page.goto(f"{served}/unit?index=shop&unit=Order")
    page.wait_for_selector("h1:has-text('Order')")
    page.wait_for_selector("text=A model of 3 lines")
    logo = page.wait_for_selector("[data-testid=stSidebarLogo]")
    assert logo.evaluate("image => image.complete && image.naturalWidth > 0")
    link = page.wait_for_selector("a:text-is('Open in editor')")
    assert link.evaluate("link => getComputedStyle(link).color") == "rgb(11, 107, 98)"
    assert page.locator("[data-testid=stException]").count() == 0


@pytest.mark.browser
def test_the_sample_questions_stand_on_the_page_of_evaluation(
    served: str, context: Any, installed: Path, foreign: Path, environment: dict[str, str]
):
    run([installed / "orienteer", "index", "--sample", "--no-vectors"], foreign, environment)
    page = context.new_page()
    page.goto(f"{served}/evaluation?index=sample")
    page.wait_for_selector("text=questions of sample.json")
