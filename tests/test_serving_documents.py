"""The documents that put a server behind systemd or Docker: they parse, and what they run is what there is."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner

from core.cli import cli
from core.settings import read_settings
from tests.page_index import ROOT

SERVING = ROOT / "docs" / "how-to" / "files"


def test_the_unit_is_one_that_systemd_accepts(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("The unit is checked by systemd-analyze, which is not on this machine.")
    unit = tmp_path / "orienteer.service"
    unit.write_text((SERVING / "orienteer.service").read_text().replace("/opt/orienteer/bin/orienteer", sys.executable))
    done = subprocess.run([analyze, "verify", str(unit)], capture_output=True, text=True, check=False)
    assert (done.returncode, "orienteer.service" in done.stderr) == (0, False), done.stderr


def test_the_compose_file_parses_and_asks_for_a_token() -> None:
    yaml = pytest.importorskip("yaml")
    told = yaml.safe_load((SERVING / "compose.yaml").read_text())
    service = told["services"]["orienteer"]
    assert (SERVING / service["build"]["context"]).resolve() == ROOT
    assert (ROOT / service["build"]["dockerfile"]).is_file()
    assert ":?" in service["environment"]["ORIENTEER_TOKEN"]
    assert all(port.startswith("127.0.0.1:") for port in service["ports"])


def test_the_compose_file_of_stores_sets_what_the_settings_know(monkeypatch: pytest.MonkeyPatch) -> None:
    yaml = pytest.importorskip("yaml")
    told = yaml.safe_load((SERVING / "compose.stores.yaml").read_text())
    services = told["services"]
    assert services["orienteer"]["depends_on"].keys() == {"postgres", "qdrant"} == services.keys() - {"orienteer"}
    for name, value in services["orienteer"]["environment"].items():
        monkeypatch.setenv(name, value)
    settings = read_settings()
    assert (settings.index.catalog, settings.index.graph, settings.index.vectors) == ("postgresql", "sql", "qdrant")
    assert urlsplit(settings.index.catalog_at).hostname in services
    assert urlsplit(settings.index.vectors_at).hostname in services
    extras = services["orienteer"]["build"]["args"]["EXTRAS"].split(",")
    known = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert set(extras) <= known.keys()
    assert "ARG EXTRAS=serve,answers\n" in (SERVING / "Dockerfile").read_text()


_YAML_IN_DOCS = re.compile(r"^```yaml\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_a_recipe_for_ci_keeps_the_build_when_indexing_fails() -> None:
    yaml = pytest.importorskip("yaml")
    blocks = _YAML_IN_DOCS.findall((ROOT / "docs/how-to/run-in-ci.md").read_text(encoding="utf-8"))
    workflows = [yaml.safe_load(block) for block in blocks]
    steps = next(one["jobs"]["index"]["steps"] for one in workflows if one["name"] == "index")
    assert [step["run"] for step in steps if step.get("continue-on-error")] == ["orienteer index . --name app --no-vectors"]


@pytest.mark.parametrize("file", ["orienteer.service", "Dockerfile"])
def test_what_they_run_is_a_command_with_these_options(file: str) -> None:
    text = (SERVING / file).read_text()
    known = CliRunner().invoke(cli, ["serve", "--help"]).output
    given = re.findall(r"--(?:host|port)\b", text)
    assert len(given) == 2
    assert all(option in known for option in given)
