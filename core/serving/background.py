"""Have the machine keep an index current: `orienteer watch` as a service of the user, by systemd on Linux and launchd on macOS.

The service runs as who made it, at low priority, and is started again when it fails, a few times. Its file is text that can be
read before it is used; keys and tokens are never written into it.
"""

from __future__ import annotations

import os
import plistlib
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.errors import SettingsError, StoreError

SYSTEMD, LAUNCHD = "systemd", "launchd"
_SECRET = ("KEY", "TOKEN", "SECRET", "PASSWORD", "URL", "_AT")  # parts of names of variables that may hold one
_SECONDS = 60.0  # for the manager of services to answer
_LINES = 100  # of a log that are shown


@dataclass(frozen=True, slots=True)
class BackgroundService:
    """A service that keeps one index current: its name, the file that describes it, the text of that, who manages it.

    `left_out` are variables of the environment that are not written down, as they may hold a secret.
    """

    name: str
    file: Path
    text: str
    manager: str
    left_out: tuple[str, ...] = ()

    @property
    def log(self) -> Path:
        """Where launchd writes what the service says; systemd has its journal."""
        return Path.home() / "Library" / "Logs" / f"{self.name}.log"


def background_service(
    root: Path, name: str, options: Sequence[str], environment: Mapping[str, str], manager: str = ""
) -> BackgroundService:
    """Return the service that watches `root` for the index `name`; raises `SettingsError` for a path that none can have.

    `options` follow the path in the command. Of the environment only Orienteer's own variables count.
    """
    command = [sys.executable, "-P", "-m", "orienteer", "watch", str(root), "--name", name, *options]
    if any(not part.isprintable() for part in command):
        raise SettingsError(
            f"The path '{root}' has characters that a service file cannot contain.", "Rename the folder, or link to it."
        )
    kept, left_out = _variables(environment)
    manager = manager or (LAUNCHD if sys.platform == "darwin" else SYSTEMD)
    service = f"orienteer-{name}"
    if manager == LAUNCHD:
        file = Path.home() / "Library" / "LaunchAgents" / f"{service}.plist"
        made = BackgroundService(service, file, "", manager, left_out)
        return BackgroundService(service, file, _plist(made, command, kept), manager, left_out)
    folder = Path(environment.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "systemd" / "user"
    return BackgroundService(
        f"{service}.service", folder / f"{service}.service", _unit(root, name, command, kept), manager, left_out
    )


def install(service: BackgroundService) -> str:
    """Write the file of a service and start it, now and at every log-in; return what was done, and what is left to do.

    Raises `StoreError` when the file cannot be written.
    """
    try:
        service.file.parent.mkdir(parents=True, exist_ok=True)
        draft = service.file.with_suffix(".partial")
        draft.write_text(service.text, encoding="utf-8")
        draft.replace(service.file)
    except OSError as problem:
        raise StoreError(f"{service.file} cannot be written: {problem.strerror}.") from problem
    commands = _starting(service)
    for command in commands:
        if reason := _run(command)[1]:
            left = " && ".join(" ".join(one) for one in commands)
            return f"Written to {service.file}, and not started: {reason} Where the manager of services runs: {left}"
    return f"Written to {service.file} and started."


def stop(service: BackgroundService) -> str:
    """Stop a service and start it at no log-in; its file stays. Raises `StoreError` when that cannot be done."""
    _wanted(service)
    gui = f"gui/{os.getuid()}"
    command = ["launchctl", "bootout", f"{gui}/{service.name}"]
    _done(command if service.manager == LAUNCHD else ["systemctl", "--user", "disable", "--now", service.name])
    return f"{service.name} is stopped; {service.file} stays. Remove it, or start it again with --service install."


def state(service: BackgroundService) -> tuple[str, bool]:
    """Return what the manager says of a service, and whether it runs; raises `StoreError` when it cannot be asked."""
    _wanted(service)
    launchd = ["launchctl", "print", f"gui/{os.getuid()}/{service.name}"]
    command = launchd if service.manager == LAUNCHD else ["systemctl", "--user", "--no-pager", "status", service.name]
    text, reason = _run(command)
    if not text:
        raise StoreError(f"{service.name} cannot be queried: {reason}")
    return text, not reason


def log(service: BackgroundService) -> str:
    """Return the last lines that a service said; raises `StoreError` when there are none to be had."""
    _wanted(service)
    if service.manager == LAUNCHD:
        try:
            return "\n".join(service.log.read_text(encoding="utf-8", errors="replace").split("\n")[-_LINES:])
        except OSError as problem:
            raise StoreError(f"{service.log} cannot be read: {problem.strerror}.") from problem
    return _done(["journalctl", "--user", "--no-pager", "--lines", str(_LINES), "--unit", service.name])


def _wanted(service: BackgroundService) -> None:
    if not service.file.is_file():
        raise StoreError(f"No service {service.name}. Install it: orienteer watch PATH --service install")


def _starting(service: BackgroundService) -> list[list[str]]:
    if service.manager == LAUNCHD:
        return [["launchctl", "bootstrap", f"gui/{os.getuid()}", str(service.file)]]
    return [["systemctl", "--user", "daemon-reload"], ["systemctl", "--user", "enable", "--now", service.name]]


def _done(command: Sequence[str]) -> str:
    text, reason = _run(command)
    if reason:
        raise StoreError(f"'{' '.join(command)}' failed: {reason}")
    return text


def _run(command: Sequence[str]) -> tuple[str, str]:
    """Return what a command of the manager prints, and why it failed; empty when it did not."""
    if shutil.which(command[0]) is None:
        return "", f"{command[0]} is not there."
    try:
        ended = subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return "", f"{command[0]} did not answer within {_SECONDS:.0f} seconds."
    said = ended.stderr.strip().split("\n")[0] or f"status {ended.returncode}"
    return ended.stdout, "" if not ended.returncode else said if said.endswith(".") else f"{said}."


def _variables(environment: Mapping[str, str]) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return Orienteer's variables that may be written down, and the names of the others; settings are named by whole paths."""
    own = {name: value for name, value in sorted(environment.items()) if name.startswith("ORIENTEER_")}
    left_out = tuple(name for name in own if any(part in name for part in _SECRET))
    kept = {name: value for name, value in own.items() if name not in left_out and value.isprintable()}
    for name in ("ORIENTEER_HOME", "ORIENTEER_CONFIG"):
        if name in kept:
            kept[name] = str(Path(kept[name]).expanduser().absolute())
    here = Path.cwd() / "orienteer.toml"
    if "ORIENTEER_CONFIG" not in kept and here.is_file():
        kept["ORIENTEER_CONFIG"] = str(here)
    return kept, left_out


def _unit(root: Path, name: str, command: Sequence[str], variables: Mapping[str, str]) -> str:
    """Return the unit file for systemd."""
    lines = [
        "[Unit]",
        f"Description=Orienteer keeps the index {name} current".replace("%", "%%"),
        f"ConditionPathIsDirectory={root}".replace("%", "%%"),
        "StartLimitIntervalSec=600",
        "StartLimitBurst=5",
        "",
        "[Service]",
        "Type=exec",
        f"ExecStart={' '.join(map(_quoted, command))}",
        *(f"Environment={_quoted(f'{key}={value}', paths=True)}" for key, value in variables.items()),
        "WorkingDirectory=%h",
        "Restart=on-failure",
        "RestartSec=30",
        "TimeoutStopSec=30",
        "Nice=15",
        "IOSchedulingClass=idle",
        "NoNewPrivileges=true",
        "UMask=0077",
        "",
        "[Install]",
        "WantedBy=default.target",
    ]
    return "\n".join(lines) + "\n"


def _quoted(text: str, *, paths: bool = False) -> str:
    """Return a text as systemd reads it back; in commands a `$` is doubled, elsewhere it stands for itself."""
    safe = text.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
    return f'"{safe}"' if paths else f'"{safe.replace("$", "$$")}"'


def _plist(service: BackgroundService, command: Sequence[str], variables: Mapping[str, str]) -> str:
    """Return the property list for launchd."""
    said = {
        "Label": service.name,
        "ProgramArguments": list(command),
        "EnvironmentVariables": dict(variables),
        "WorkingDirectory": str(Path.home()),
        "RunAtLoad": True,
        "KeepAlive": {"SuccessfulExit": False},
        "ThrottleInterval": 30,
        "ProcessType": "Background",
        "LowPriorityIO": True,
        "Nice": 15,
        "Umask": 0o077,
        "StandardOutPath": str(service.log),
        "StandardErrorPath": str(service.log),
    }
    return plistlib.dumps(said, sort_keys=False).decode("utf-8")
