"""Give the sample shop a past: a git repository with a dozen authors, 18 months of work, hot and coupled files.

    python data/make_history.py FOLDER [--until YYYY-MM-DD]

The last commit holds exactly the files of `data/sample`; what happened before is in `history.toml`. The same date always
gives the same commits, down to their ids.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any

SAMPLE = Path(__file__).parent / "sample"
STORY = Path(__file__).parent / "history.toml"


@dataclass(frozen=True, slots=True, order=True)
class Change:
    """One commit to be: how many days before the end, the minute of that day, who, why and which files."""

    days_ago: int
    minute: int
    author: str
    message: str
    paths: tuple[str, ...]


def sample_files(source: Path = SAMPLE) -> dict[str, str]:
    """Return the text of every file of the sample by its relative path, ordered by path."""
    found = sorted(path for path in source.rglob("*") if path.is_file())
    return {path.relative_to(source).as_posix(): path.read_text("utf-8") for path in found}


def plan(paths: list[str]) -> list[Change]:
    """Return the commits, oldest first; every path is founded once and only changed afterwards."""
    story = tomllib.loads(STORY.read_text("utf-8"))
    changes, born = _founding(paths, story)
    chance = random.Random("harbour")
    changes += _teamwork(story, born, chance)
    busy = {path for topic in story["topic"] for path in topic["paths"]}
    for path in paths:
        for _ in range(0 if path in busy else chance.choice((0, 0, 1, 2, 3))):
            note = f"{Path(path).stem}: {chance.choice(story['notes'])}"
            changes.append(_change(chance.randint(1, born[path] - 1), chance.choice(story["authors"]), note, (path,), chance))
    return sorted(changes, key=lambda change: (-change.days_ago, change.minute, change.message, change.paths))


def _founding(paths: list[str], story: dict[str, Any]) -> tuple[list[Change], dict[str, int]]:
    changes: list[Change] = []
    born: dict[str, int] = {}
    for author, step in zip(story["authors"], story["founding"], strict=True):
        new = tuple(path for path in paths if path not in born and path.startswith(tuple(step["paths"])))
        born |= dict.fromkeys(new, step["days_ago"])
        changes.append(Change(step["days_ago"], 0, author, step["message"], new))
    return changes, born


def _teamwork(story: dict[str, Any], born: dict[str, int], chance: random.Random) -> Iterator[Change]:
    for topic in story["topic"]:
        oldest = min(born[path] for path in topic["paths"])
        ages = [chance.randint(1, 89) for _ in range(topic["recent"])]
        ages += [chance.randint(91, oldest - 1) for _ in range(topic["before"])]
        # Most people know one corner: a topic has two regulars and sometimes a guest.
        regulars = chance.sample(story["authors"], 2)
        for age in ages:
            author = chance.choice(story["authors"] if chance.random() < 0.25 else regulars)
            message = topic["message"].format(n=chance.choice(story["notes"]))
            yield _change(age, author, message, tuple(topic["paths"]), chance)


def _change(age: int, author: str, message: str, paths: tuple[str, ...], chance: random.Random) -> Change:
    return Change(age, chance.randint(1, 540), author, message, paths)


def stage_of(text: str, step: int, steps: int) -> str:
    """Return the text as it may have looked after `step` of `steps` commits: the last is whole, others lack paragraphs."""
    pieces = text.split("\n\n") if text.count("\n\n") >= steps else text.split("\n")
    joint = "\n\n" if text.count("\n\n") >= steps else "\n"
    order = list(range(1, len(pieces)))
    random.Random(len(text)).shuffle(order)
    missing = set(order[: (steps - step) * len(order) // (2 * steps) + (steps - step)])
    return joint.join(piece for place, piece in enumerate(pieces) if place not in missing)


def stream(files: dict[str, str], until: date) -> Iterator[bytes]:
    """Yield the input of `git fast-import` that creates branch main."""
    changes = plan(list(files))
    steps = Counter(path for change in changes for path in change.paths)
    done: Counter[str] = Counter()
    morning = datetime.combine(until, time(8), tzinfo=UTC)
    for change in changes:
        seconds = int((morning - timedelta(days=change.days_ago) + timedelta(minutes=change.minute)).timestamp())
        mail = change.author.lower().replace(" ", ".") + "@harbour.example"
        message = change.message.encode()
        yield f"commit refs/heads/main\ncommitter {change.author} <{mail}> {seconds} +0000\ndata {len(message)}\n".encode()
        yield message + b"\n"
        for path in change.paths:
            done[path] += 1
            text = stage_of(files[path], done[path], steps[path]).encode()
            yield f"M 100644 inline {path}\ndata {len(text)}\n".encode() + text + b"\n"


def make_history(folder: Path, until: date) -> int:
    """Create the repository in an empty or new folder and check its files out; returns the number of commits.

    Raises `FileExistsError` when the folder holds anything.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise FileExistsError(f"{folder} is not empty. Name a new folder.")
    # Inside a git hook these variables point at another repository, which must not be touched.
    clean = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    commits = b"".join(stream(sample_files(), until))
    for arguments, given in (("init -q -b main", b""), ("fast-import --quiet", commits), ("reset -q --hard", b"")):
        subprocess.run(["git", *arguments.split()], cwd=folder, env=clean, input=given, check=True)
    return len(plan(list(sample_files())))


def main() -> None:
    """Read the command line and make the repository."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--until", type=date.fromisoformat, default=datetime.now(UTC).date(), metavar="YYYY-MM-DD")
    options = parser.parse_args()
    try:
        commits = make_history(options.folder, options.until)
    except FileExistsError as problem:
        parser.error(str(problem))
    sys.stdout.write(f"{options.folder}: {commits} commits until {options.until}\n")


if __name__ == "__main__":
    main()
