"""Run the probe through the application's own runner, with a time limit and one readable sentence when it does not boot."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from core.errors import SourceError
from core.probe.read import probe_of

SCRIPTS = Path(__file__).parent / "ruby"
_BEGIN, _END = "<<<RAILS-PROBE", "RAILS-PROBE>>>"
_FRAME = re.compile(r"^\S+:\d+:in [`'].*?': ")  # where Ruby was; what it says comes after
_RAISED = re.compile(r"^\S+:\d+:in [`'].*?': .*\((?:[A-Z]\w*::)*[A-Z]\w*\)$")
_NOISE = ("warning:", "DEPRECATION WARNING")
_LONGEST = 400  # characters of what an application says when it does not boot
_HINTS = (
    (re.compile(r"GemNotFound|cannot load such file|part of the bundle|bundle install|LoadError"),
     "Install what is missing (bundle install) or, where the application boots elsewhere, name that command with --runner"),
    (re.compile(r"AdapterNotSpecified"), "Name an environment that the application has with --env"),
)  # fmt: skip
"""Next steps by what the application says; whatever else it says has to be mended there."""


@dataclass(frozen=True, slots=True)
class ProbeRun:
    """What is about to be run: a command in a folder, with variables beside those of this process."""

    folder: Path
    command: tuple[str, ...]
    variables: Mapping[str, str]
    out: Path
    seconds: float

    @property
    def sentence(self) -> str:
        """The command as a shell would take it."""
        settings = " ".join(f"{name}={shlex.quote(value)}" for name, value in self.variables.items())
        return f"cd {shlex.quote(str(self.folder))} && {settings} {shlex.join(self.command)}"


def plan_probe(
    root: Path, out: Path, runner: str = "", env: str = "", seconds: float = 300, scripts: Path = SCRIPTS
) -> ProbeRun:
    """Return what would be run for the application at `root`; its answer goes to `out`.

    `runner` is a command line that takes a Ruby script, by default `bin/rails runner`; `env` sets `RAILS_ENV`. Raises
    `SourceError` when the folder holds no Rails application, or the runner cannot be read or found.
    """
    if not (root / "config" / "application.rb").is_file():
        raise SourceError(
            f"{root} is not a Rails application: it has no config/application.rb. Give the folder with that file."
        )
    command = (*_runner(root, runner), str(scripts / "probe.rb"))
    # The recorder comes first: Ruby may have been given other options, and takes all of them from this one variable.
    ruby_options = " ".join(filter(None, (f"-r{scripts / 'recorder.rb'}", os.environ.get("RUBYOPT", ""))))
    variables = {"PROBE_OUT": str(out), "DISABLE_SPRING": "1", "RUBYOPT": ruby_options}
    return ProbeRun(root, command, {**({"RAILS_ENV": env} if env else {}), **variables}, out, seconds)


def _runner(root: Path, runner: str) -> list[str]:
    if runner:
        try:
            return shlex.split(runner)
        except ValueError as problem:
            raise SourceError(f"The runner '{runner}' is not a command line: {problem}. Fix its quotes.") from problem
    script = root / "bin" / "rails"
    if not script.is_file():
        return ["bundle", "exec", "rails", "runner"]
    return ["bin/rails", "runner"] if os.access(script, os.X_OK) else ["ruby", "bin/rails", "runner"]


def run_probe(run: ProbeRun, notes: Mapping[str, object] | None = None) -> None:
    """Run the probe and leave its answer, with `notes` added, in `run.out`.

    Raises `SourceError` with one sentence when the command is not installed, takes too long, or the application does not
    boot; what was in `run.out` before is then still there.
    """
    with tempfile.TemporaryDirectory(prefix="orienteer-") as folder:
        answer = Path(folder) / "answer.json"
        scripts = _without_spaces(Path(run.command[-1]).parent, Path(folder))
        variables = {**run.variables, "PROBE_OUT": str(answer)}
        variables["RUBYOPT"] = variables["RUBYOPT"].replace(str(SCRIPTS), str(scripts))
        output, errors, status = _execute(run, [*run.command[:-1], str(scripts / "probe.rb")], variables)
        text = answer.read_text(encoding="utf-8") if answer.is_file() else _marked(output)
    if not text:
        raise SourceError(_why_not(errors, status))
    data = _parsed(text)
    probe_of(data, "The probe's answer")
    _replace(run.out, json.dumps({**data, **(notes or {})}, ensure_ascii=False))


def _without_spaces(scripts: Path, folder: Path) -> Path:
    """Return the folder of the scripts, copied when its name has a space: RUBYOPT has no way to quote one."""
    if " " not in str(scripts):
        return scripts
    return shutil.copytree(scripts, folder / "scripts")


def _replace(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(path.name + ".part")
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except OSError as problem:
        raise SourceError(
            f"The probe result cannot be written to '{path}': {problem.strerror}. Free some disk space or fix the permissions."
        ) from problem


def _execute(run: ProbeRun, command: list[str], variables: Mapping[str, str]) -> tuple[str, str, int]:
    """Return stdout, stderr and the exit status; past the time limit the command and all its children are ended."""
    try:
        process = subprocess.Popen(
            command, cwd=run.folder, env={**os.environ, **variables}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, encoding="utf-8", errors="replace", start_new_session=True,
        )  # fmt: skip
    except OSError as problem:
        raise SourceError(
            f"'{command[0]}' cannot be run: {problem.strerror}. Install Ruby, or name the command with --runner."
        ) from problem
    try:
        output, errors = process.communicate(timeout=run.seconds)
    except subprocess.TimeoutExpired as problem:
        raise SourceError(
            f"The application did not answer within {run.seconds:g} s and was stopped. Raise --timeout."
        ) from problem
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    return output, errors, process.returncode


def _marked(output: str) -> str:
    """Return what stands between the marks, for runners that do not share a disk with us."""
    _, begin, rest = output.rpartition(_BEGIN)
    answer, end, _ = rest.partition(_END)
    return answer.strip() if begin and end else ""


def _why_not(errors: str, status: int) -> str:
    reason = _reason(errors, status)
    hint = next((hint for pattern, hint in _HINTS if pattern.search(reason)), "Mend that")
    return f"The application does not boot here: {reason}. {hint}, and run again; an index made from its files stays as it is."


def _reason(errors: str, status: int) -> str:
    """Return what a person needs of what was said: the exception that ended Ruby, else the first line that is no noise."""
    lines = [line.strip() for line in errors.splitlines() if line.strip()]
    telling = [line for line in lines if not line.startswith("from ") and not any(word in line for word in _NOISE)] or lines
    if not telling:
        return _silent_end(status)
    at = next((i for i, line in enumerate(telling) if _RAISED.match(line)), 0)
    said = _FRAME.sub("", telling[at])
    if re.search(r":(?: \([\w:]+\))?$", said) and at + 1 < len(telling):
        said += f" {telling[at + 1]}"
    said = said if len(said) <= _LONGEST else f"{said[: _LONGEST - 1]}…"
    return said.rstrip(".")


def _silent_end(status: int) -> str:
    if status < 0:
        return f"the runner was ended by {signal.Signals(-status).name} and said nothing"
    return f"the runner ended with status {status} before it could be asked, and said nothing"


def _parsed(text: str) -> dict[str, object]:
    try:
        data = json.loads(text)
    except ValueError as problem:
        raise SourceError(f"The probe result is not valid JSON: {problem}. Run it again.") from problem
    return data if isinstance(data, dict) else {}
