"""Edit a checkout at random, index it again and compare the catalog with one that is built from nothing.

    python benchmarks/incremental.py [CHECKOUT …] [--sequences 75] [--seed 1]

Every sequence is one to five edits, renames, copies or deletions, or a few lines in the bodies of one file, which is the edit
that is followed without linking everything; then the checkout is indexed twice: with what earlier runs know, and from
nothing. All tables but `runs` must have the same rows in the same order, the words the same files. Checkouts are copied,
never changed; without any, the sample and the small ones of the tests are used. Prints counts and times; fails on a
difference.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import duckdb

from core.model.tables import TABLES
from core.pipeline.indexing import index_checkout
from core.settings import Settings, read_settings

_ROOT = Path(__file__).parents[1]
CHECKOUTS = (
    _ROOT / "data/sample",
    *(_ROOT / "tests/repos" / name for name in ("rails_store", "python", "rust", "go", "javascript")),
)
_CODE = {".rb", ".py", ".rs", ".go", ".js", ".ts", ".erb", ".haml", ".slim"}
_HEAD = re.compile(r" +def ")
_CALLS = (
    "    logger.info('here')\n",
    "    Order.find(1).save!\n",
    "    total\n",
    "    return if new_record? && total\n",
    "    A::B.c\n",
)
_ANEW = 12  # sequences after which the checkout is as it was at first: edits on edits end in rubbish
_GIT = ("git", "-c", "user.name=Edit", "-c", "user.email=edit@example.org", "-c", "commit.gpgsign=false")


@dataclass(slots=True)
class Trial:
    """A copy of a checkout that is edited by one chance, and how often each kind of edit was made."""

    origin: Path
    folder: Path
    chance: random.Random
    with_git: bool = False
    made: Counter[str] = field(default_factory=Counter)
    sequences: int = 0
    small: float = 0.5  # how many of the sequences only write lines
    followed: int = 0  # sequences after which not everything was linked

    @property
    def root(self) -> Path:
        """The copy."""
        return self.folder / self.origin.name

    def files(self) -> list[Path]:
        """Return the files of the copy, ordered by path."""
        return sorted(path for path in self.root.rglob("*") if path.is_file() and ".git" not in path.parts)

    def restart(self) -> None:
        """Make the copy what the checkout is."""
        shutil.rmtree(self.root, ignore_errors=True)
        shutil.copytree(self.origin, self.root, ignore_dangling_symlinks=True)
        if self.with_git:
            self.git("init", "-q")
            self.commit()

    def git(self, *arguments: str) -> None:
        """Run git in the copy."""
        subprocess.run([*_GIT, *arguments], cwd=self.root, check=True, capture_output=True)

    def commit(self) -> None:
        """Commit everything, also when nothing has changed."""
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "Edit")

    def edit(self) -> None:
        """Make the edits of one sequence."""
        if self.sequences % _ANEW == 0:
            self.restart()
        self.sequences += 1
        if self.chance.random() < self.small:
            for _ in range(self.chance.randint(1, 3)):
                _write_lines(self)
            self.made["write lines"] += 1
            return
        for _ in range(self.chance.randint(1, 5)):
            name = self.chance.choice(sorted(EDITS))
            EDITS[name](self)
            self.made[name] += 1
        if self.with_git and self.chance.random() < 0.5:
            self.commit()


def _lines(path: Path) -> list[str]:
    return path.read_text("utf-8", "surrogateescape").splitlines(keepends=True)


def _write(path: Path, lines: list[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(lines), "utf-8", "surrogateescape")


def _any(trial: Trial) -> Path:
    return trial.chance.choice(trial.files())


def _new_place(trial: Trial) -> Path:
    """Return a path that may or may not be taken: in the folder of one file, called somewhat like another."""
    like = _any(trial)
    return _any(trial).parent / f"{like.stem}{trial.chance.choice(['', '_two', 's'])}{like.suffix}"


def _delete_lines(trial: Trial) -> None:
    path = _any(trial)
    lines = _lines(path)
    start = trial.chance.randrange(len(lines) + 1)
    _write(path, lines[:start] + lines[start + trial.chance.randint(1, 6) :])


def _insert_lines(trial: Trial) -> None:
    path, other = _any(trial), _lines(_any(trial))
    lines = _lines(path)
    start, place = trial.chance.randrange(len(other) + 1), trial.chance.randrange(len(lines) + 1)
    _write(path, lines[:place] + other[start : start + trial.chance.randint(1, 12)] + lines[place:])


def _write_lines(trial: Trial) -> None:
    """Write or delete what others can hardly see: calls behind the head of a method, comments, empty lines."""
    chance = trial.chance
    path = chance.choice([path for path in trial.files() if path.suffix in _CODE] or trial.files())
    lines = _lines(path)
    heads = [number for number, line in enumerate(lines, 1) if _HEAD.match(line)]
    some = chance.choice(_lines(_any(trial)) or ["\n"])
    if heads and chance.random() < 0.7:
        lines.insert(chance.choice(heads), chance.choice([*_CALLS, some]))
    elif lines and chance.random() < 0.3:
        del lines[chance.randrange(len(lines))]
    else:
        lines.insert(chance.randrange(len(lines) + 1), chance.choice(["\n", "  # a remark\n", "\n\n\n"]))
    _write(path, lines)


def _rename_word(trial: Trial) -> None:
    path = _any(trial)
    words = [word for line in _lines(_any(trial)) for word in line.split() if word.isidentifier()] or ["word"]
    own = [word for line in _lines(path) for word in line.split() if word.isidentifier()] or ["word"]
    old, new = trial.chance.choice(own), trial.chance.choice(words)
    _write(path, [line.replace(old, new) for line in _lines(path)])


def _move(trial: Trial) -> None:
    path, place = _any(trial), _new_place(trial)
    path.replace(place)


def _copy(trial: Trial) -> None:
    path, place = _any(trial), _new_place(trial)
    if path != place:
        shutil.copyfile(path, place)


def _delete(trial: Trial) -> None:
    if len(trial.files()) > 3:
        _any(trial).unlink()


def _damage(trial: Trial) -> None:
    path = _any(trial)
    data = path.read_bytes()
    path.write_bytes(trial.chance.choice([b"", b"\x00\xff" + data, data[: len(data) // 2], data + b"\nend end }} ((\n"]))


def _restore(trial: Trial) -> None:
    path = trial.chance.choice(sorted(found for found in trial.origin.rglob("*") if found.is_file()))
    place = trial.root / path.relative_to(trial.origin)
    place.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, place)


def _move_folder(trial: Trial) -> None:
    folder = _any(trial).parent
    if folder != trial.root:
        place = folder.with_name(folder.name + "_moved")
        if not place.exists():
            folder.rename(place)


EDITS: dict[str, Callable[[Trial], None]] = {
    "delete lines": _delete_lines,
    "insert lines": _insert_lines,
    "rename a word": _rename_word,
    "move a file": _move,
    "copy a file": _copy,
    "delete a file": _delete,
    "damage a file": _damage,
    "restore a file": _restore,
    "move a folder": _move_folder,
}


def differences(one: Path, other: Path) -> Iterator[str]:
    """Yield, per table of two catalogs but `runs`, the first row that they do not share, and which files of words differ."""
    with duckdb.connect(str(one), read_only=True) as left, duckdb.connect(str(other), read_only=True) as right:
        for name in TABLES:
            if name == "runs":
                continue
            rows, expected = (catalog.execute(f"SELECT * FROM {name}").fetchall() for catalog in (left, right))
            if rows != expected:
                pairs = zip([*rows, None], [*expected, None], strict=False)
                found = next((pair for pair in pairs if pair[0] != pair[1]), (None, None))
                yield f"{name}: {len(rows)} rows against {len(expected)}; first {found[0]} against {found[1]}"
    for folder in ("lexical", "word-vectors"):
        for file in sorted((other.parent / folder).iterdir()):
            if file.read_bytes() != (one.parent / folder / file.name).read_bytes():
                yield f"{folder}: {file.name} differs"


def compared(trial: Trial) -> tuple[list[str], float, float]:
    """Index the copy with what is known and from nothing; return the differences and the seconds of both."""
    kept, fresh = (_settings(trial.folder / name) for name in ("kept", "fresh"))
    shutil.rmtree(trial.folder / "fresh", ignore_errors=True)
    start = time.perf_counter()
    report = index_checkout(trial.root, kept, name="trial")
    trial.followed += "words" in report.manifest.seconds and "metrics" not in report.manifest.seconds
    middle = time.perf_counter()
    index_checkout(trial.root, fresh, name="trial")
    end = time.perf_counter()
    return list(differences(_catalog(kept), _catalog(fresh))), middle - start, end - middle


def _settings(home: Path) -> Settings:
    quick = {"embed.embedder": "hash", "index.vectors": "exact"}  # what they are does not matter, only that there are chunks
    return read_settings({"home": str(home), "index.keep_generations": 1, **quick})


def _catalog(settings: Settings) -> Path:
    generations = Path(settings.home) / "trial" / "generations"
    return max(generations.iterdir()) / "catalog.duckdb"


def run(
    origin: Path, sequences: int, seed: int, *, with_git: bool = False
) -> tuple[Trial, list[str], list[tuple[float, float]]]:
    """Make the sequences on a copy of a checkout; return the trial, the differences found and the seconds of each."""
    found: list[str] = []
    seconds = []
    with tempfile.TemporaryDirectory() as folder:
        trial = Trial(origin, Path(folder), random.Random(f"{origin.name} {seed}"), with_git)
        for number in range(sequences):
            trial.edit()
            differs, kept, fresh = compared(trial)
            found += [f"{origin.name}, seed {seed}, sequence {number}: {difference}" for difference in differs]
            seconds.append((kept, fresh))
    return trial, found, seconds


def main() -> None:
    """Run the trials and print what came of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkouts", nargs="*", type=Path, default=CHECKOUTS)
    parser.add_argument("--sequences", type=int, default=75, help="per checkout")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    total, wrong = 0, 0
    for number, origin in enumerate(options.checkouts):
        trial, found, seconds = run(origin, options.sequences, options.seed, with_git=number % 2 == 1)
        total, wrong = total + trial.sequences, wrong + len({line.split(": ")[0] for line in found})
        kept, fresh = (statistics.median(times) for times in zip(*seconds, strict=True))
        edits = ", ".join(f"{name} {count}" for name, count in sorted(trial.made.items()))
        how = f"{trial.sequences} sequences{' with commits' if trial.with_git else ''}, {trial.followed} followed"
        print(f"{origin.name}: {how} ({edits})")
        print(f"  median {kept:.2f} s with what is known, {fresh:.2f} s from nothing; {len(found)} tables differ")
        print("".join(f"  {line}\n" for line in found[:20]), end="", flush=True)
    print(f"{total} sequences, {wrong} with a catalog that is not the one from nothing")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
