"""What the package promises to those who import or install it."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

import core
import orienteer
from orienteer.packages import own

ROOT = Path(__file__).parents[1]
PUBLIC = {
    "CodeUnit",
    "Manifest",
    "MissingExtra",
    "Relation",
    "Settings",
    "SettingsError",
    "SourceError",
    "StoreError",
    "Workbench",
    "WorkbenchError",
    "cheat_sheet",
    "index_checkout",
    "indexes",
    "open_workbench",
    "read_settings",
}


@pytest.mark.parametrize("package", [core, orienteer])
def test_the_public_names_are_these_and_are_the_same_under_both_names(package):
    assert set(package.__all__) == PUBLIC
    assert all(getattr(package, name) is getattr(core, name) for name in PUBLIC)


def test_a_checkout_is_indexed_opened_and_asked_from_python(tmp_path):
    shop = tmp_path / "shop"
    (shop / "lib").mkdir(parents=True)
    (shop / "lib" / "till.py").write_text("def total(lines):\n    return sum(lines)\n")
    report = core.index_checkout(shop, home=tmp_path / "home", vectors=False, settings={"extract.max_file_bytes": 1000})
    assert report.changed
    assert report.sentence.startswith("Indexed shop: ")
    again = core.index_checkout(
        str(shop), "shop", home=tmp_path / "home", vectors=False, settings={"extract.max_file_bytes": 1000}
    )
    assert not again.changed
    bench = core.open_workbench(report.manifest.name, home=tmp_path / "home")
    assert bench.ask("total").ranked[0].unit_key.endswith("total")
    with pytest.raises(core.SourceError, match="No folder"):
        core.index_checkout(tmp_path / "nowhere", home=tmp_path / "home")


def test_a_package_that_is_loaded_from_elsewhere_is_refused(tmp_path):
    with pytest.raises(ImportError, match=r"The package 'core' of this process is not Orienteer's but .*__init__.py"):
        own("core", tmp_path)


def test_a_package_that_fails_to_load_is_not_left_half_loaded(tmp_path):
    (tmp_path / "__init__.py").write_text("raise ValueError('broken')\n")
    with pytest.raises(ValueError, match="broken"):
        own("orienteer_broken_package", tmp_path)
    assert "orienteer_broken_package" not in sys.modules


def imported(start: list[Path]) -> set[str]:
    """The packages that these files import, also inside of functions and through other pages and `core.present`."""
    found: set[str] = set()
    seen: set[Path] = set()
    waiting = list(start)
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        for name in _names(ast.parse(path.read_text(encoding="utf-8"))):
            found.add(name.split(".")[0])
            if name.startswith(("pages.", "core.present.")):
                inner = ROOT.joinpath(*name.split("."))
                waiting += [file for file in (inner.with_suffix(".py"), inner / "__init__.py") if file.is_file()]
    return found - set(sys.stdlib_module_names)


def _names(tree: ast.AST) -> list[str]:
    names = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return names


def distributions(requirements: list[str]) -> set[str]:
    return {re.split(r"[\s\[<>=!~;]", requirement)[0].lower() for requirement in requirements}


def test_the_extra_for_the_pages_names_exactly_what_they_import():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    owners = packages_distributions()
    packages = imported([ROOT / "app.py", *sorted((ROOT / "pages").rglob("*.py"))]) - {"core", "orienteer", "pages"}
    needed = {owners[package][0].lower() for package in packages}
    assert needed - distributions(project["dependencies"]) == distributions(project["optional-dependencies"]["ui"])


def test_without_the_calls_of_posix_the_command_says_so_in_one_sentence():
    absent = "sys.modules['fcntl'] = sys.modules['resource'] = None"
    code = f"import sys; {absent}; import orienteer.__main__; sys.platform = 'win32'; orienteer.__main__.main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("orienteer: ")
    assert "Run Orienteer in WSL." in done.stderr
    assert "Traceback" not in done.stderr
