"""The service that keeps an index current: its file for systemd and launchd, and what is said where neither runs."""

from __future__ import annotations

import os
import plistlib
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from core.cli import cli
from core.errors import SettingsError, StoreError
from core.serving import background
from core.serving.background import LAUNCHD, SYSTEMD, background_service, install, log, state, stop

ODD = 'my %shop $HOME "q" \\n'
SECRETS = {"ORIENTEER_TOKEN": "t", "ORIENTEER_EMBED_KEY": "k", "ORIENTEER_INDEX_CATALOG_AT": "postgresql://a:b@c/d"}


def test_a_unit_of_systemd_is_one_and_means_the_command(tmp_path: Path) -> None:
    root = tmp_path / ODD
    root.mkdir()
    service = background_service(root, "shop", ["--set", "a=b c"], {"ORIENTEER_HOME": str(tmp_path), **SECRETS}, SYSTEMD)
    assert service.name == "orienteer-shop.service"
    assert '"-P" "-m" "orienteer" "watch"' in service.text
    assert '"--name" "shop" "--set" "a=b c"' in service.text
    assert 'my %%shop $$HOME \\"q\\" \\\\n"' in service.text
    assert f'Environment="ORIENTEER_HOME={tmp_path}"' in service.text
    assert service.left_out == ("ORIENTEER_EMBED_KEY", "ORIENTEER_INDEX_CATALOG_AT", "ORIENTEER_TOKEN")
    assert not any(value in service.text for value in ("=t\n", "=k\n", "a:b@c"))
    if shutil.which("systemd-analyze"):
        file = tmp_path / service.name
        file.write_text(service.text, encoding="utf-8")
        environment = {**os.environ, "XDG_RUNTIME_DIR": str(tmp_path)}
        command = ["systemd-analyze", "verify", "--user", str(file)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        # Units of the machine are read as well, and complain where the temporary folder has a long name.
        assert (done.returncode, [line for line in done.stderr.splitlines() if service.name in line]) == (0, [])


def test_a_property_list_of_launchd_says_the_same(tmp_path: Path) -> None:
    service = background_service(tmp_path / ODD, "shop", [], {"ORIENTEER_RANK_RECENCY": "0"}, LAUNCHD)
    said = plistlib.loads(service.text.encode())
    assert said["ProgramArguments"][4:] == ["watch", str(tmp_path / ODD), "--name", "shop"]
    assert said["EnvironmentVariables"]["ORIENTEER_RANK_RECENCY"] == "0"
    assert said["KeepAlive"] == {"SuccessfulExit": False}
    assert service.file.name == "orienteer-shop.plist"


def test_a_path_that_no_service_can_be_told_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="characters that a service file cannot contain"):
        background_service(tmp_path / "a\nExecStartPre=b", "shop", [], {})


def test_where_no_manager_runs_the_file_is_written_and_the_commands_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background.shutil, "which", lambda _: None)
    service = background_service(tmp_path, "shop", [], {"XDG_CONFIG_HOME": str(tmp_path)}, SYSTEMD)
    with pytest.raises(StoreError, match=r"No service orienteer-shop\.service"):
        stop(service)
    said = install(service)
    assert said.startswith(f"Written to {service.file}, and not started: systemctl is not there.")
    assert said.endswith("systemctl --user daemon-reload && systemctl --user enable --now orienteer-shop.service")
    assert service.file.read_text(encoding="utf-8") == service.text
    for asked in (state, log, stop):
        with pytest.raises(StoreError, match="is not there"):
            asked(service)


def test_the_command_prints_the_file_and_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "shop").mkdir()
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr("sys.platform", "linux")
    done = CliRunner().invoke(cli, ["watch", str(tmp_path / "shop"), "--no-vectors", "--service", "print"])
    assert done.exit_code == 0, done.output
    assert f'"watch" "{tmp_path / "shop"}" "--name" "shop" "--no-vectors"' in done.stdout
    assert not (tmp_path / "config").exists()
