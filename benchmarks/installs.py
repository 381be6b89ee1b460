"""Install a wheel into empty environments, use it there, and print what that took: `python -m benchmarks.installs WHEEL`.

Each Python that is found (3.11 to 3.14) gets the base install and the pages; the first one also gets every extra that is named
with `--extras`. In each environment the sample is indexed and asked, from an empty folder. Prints one Markdown row per install:
Python, extras, size of the environment in MB without pip, seconds to install, what the question found first.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

VERSIONS = ("3.11", "3.12", "3.13", "3.14")
QUESTION = "what happens when an order is placed?"


def found_pythons() -> list[str]:
    """Return the interpreters of VERSIONS that are on the path and start, oldest first."""
    pythons = []
    for version in VERSIONS:
        python = shutil.which(f"python{version}")
        if python and subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode == 0:
            pythons.append(python)
        else:
            print(f"Python {version} is not on the path; not tried.", file=sys.stderr)
    return pythons


def install(python: str, wheel: Path, extra: str, folder: Path) -> str:
    """Install `wheel` with `extra` ("" for none) into a new environment below `folder`, use it, and return its row."""
    environment = folder / "environment"
    subprocess.run([python, "-m", "venv", environment], check=True)
    before = megabytes(environment)
    started = time.perf_counter()
    wanted = f"orienteer{f'[{extra}]' if extra else ''} @ {wheel.resolve().as_uri()}"
    subprocess.run(
        [environment / "bin/pip", "install", "--quiet", "--disable-pip-version-check", wanted],
        check=True,
        stderr=subprocess.DEVNULL,
    )
    seconds = time.perf_counter() - started
    size = megabytes(environment) - before
    command = environment / "bin/orienteer"
    surroundings = {**os.environ, "ORIENTEER_HOME": str(folder / "home")}
    surroundings.pop("PYTHONPATH", None)

    def run(*arguments: str) -> str:
        done = subprocess.run([command, *arguments], cwd=folder, env=surroundings, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"orienteer {' '.join(arguments)} ended with {done.returncode}:\n{done.stderr}")
        return done.stdout

    run("index", "--sample")
    first = json.loads(run("ask", QUESTION, "-f", "json"))["ranked"][0]["identifier"]
    shutil.rmtree(environment)
    shutil.rmtree(folder / "home")
    version = Path(python).name.removeprefix("python")
    return f"| {version} | {extra or '(none)'} | {size} | {seconds:.0f} | {first} |"


def megabytes(folder: Path) -> int:
    """Return what the files below `folder` hold, in MB (10**6 bytes)."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file()) // 10**6


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("wheel", type=Path)
    parser.add_argument("--extras", nargs="*", default=[], help="further extras to try with the first Python")
    arguments = parser.parse_args()
    pythons = found_pythons()
    print("| Python | extras | MB | seconds | first answer |\n|---|---|---|---|---|")
    tries = [(python, extra) for python in pythons for extra in ("", "ui")] + [
        (pythons[0], extra) for extra in arguments.extras
    ]
    for python, extra in tries:
        with tempfile.TemporaryDirectory() as folder:
            print(install(python, arguments.wheel, extra, Path(folder)), flush=True)


if __name__ == "__main__":
    main()
