"""Pasted bug reports with known fixes: is the file, or the function, that the fix changed among the first results?

    python -m benchmarks.reports TEXTS --bare FOLDER [--only NAME …] [--vectors] [--set SETTING=VALUE …]

`benchmarks/reports.json` has for each report its address, the commit that fixed it, the commit before, and the files that were
changed. The texts belong to their authors and are not stored here: `TEXTS/NAME/ISSUE.md` is a title, an empty line, and the
description without later comments. Each report is asked of an index of the commit before the fix, which is made in the index
folder as `report-NAME-ISSUE` if it is not there. A bare clone of OWNER/NAME lies in FOLDER, or is cloned into it.

Beside it stands BM25 over pieces of 60 lines (S. Robertson, H. Zaragoza: The Probabilistic Relevance Framework, 2009), of
files with code. A file has the place of its first result. Tests count in neither.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.corpus import bare_clone, check_out
from core import Workbench, WorkbenchError, open_workbench, read_settings
from core.pipeline.indexing import index_checkout
from core.runtime.git_tree import contents
from core.search.pasted import is_code
from core.text.words import tokenize

_LIST = Path(__file__).parent / "reports.json"
_PIECE = 60  # lines
_SATURATION, _LENGTH = 1.2, 0.75  # k1 and b of BM25, as in the paper
_HUNK = re.compile(r"^@@ -(\d+)(?:,(\d+))? ", re.MULTILINE)
_AMONG = (1, 5, 10)
_HOST = "https://github.com"


@dataclass(frozen=True, slots=True)
class Report:
    """A report and where its fix is."""

    repository: str
    name: str
    issue: int
    text: str
    parent: str
    fix: str
    files: frozenset[str]

    @property
    def index(self) -> str:
        """The name of the index of the commit before the fix."""
        return f"report-{self.name}-{self.issue}"


def main() -> None:
    """Ask all reports and print a row for each way of searching and repository."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("texts", type=Path)
    parser.add_argument("--bare", type=Path, required=True)
    parser.add_argument("--only", nargs="*", default=[], metavar="NAME")
    parser.add_argument("--vectors", action="store_true", help="index with sentence vectors")
    parser.add_argument("--set", nargs="*", default=[], metavar="SETTING=VALUE")
    parser.add_argument("--each", action="store_true", help="also print the places of each report")
    options = parser.parse_args()
    settings = read_settings({"cache.runs": 0, **dict(pair.split("=", 1) for pair in options.set)})
    rows: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for report in read_reports(options.texts, options.only):
        _index(report, options.bare, options.vectors)
        bench = open_workbench(report.index, settings=settings)
        changed = _changed_units(report, bench, options.bare)
        for way, places in _places(report, bench, changed, options.bare).items():
            for of in (report.name, "all"):
                rows.setdefault((of, way), []).append(places)
            if options.each:
                print(f"{report.name} {report.issue} {way}: file {places[0] or '-'}, function {places[1] or '-'}", flush=True)
    for (of, way), found in rows.items():
        print(f"{of:14} {way:10} {len(found):4} reports  file {_shares(one for one, _ in found)}", end="")
        functions = [one for _, one in found if one >= 0]
        print(f"  function of {len(functions):3} {_shares(functions)}" if functions else "")


def read_reports(texts: Path, only: Sequence[str] = ()) -> list[Report]:
    """Return the reports of the list whose texts are there, in its order."""
    found = []
    for repository, listed in json.loads(_LIST.read_text(encoding="utf-8")).items():
        name = repository.rpartition("/")[2]
        for one in listed if not only or name in only else ():
            path = texts / name / f"{one['issue']}.md"
            if path.is_file():
                text, files = path.read_text(encoding="utf-8"), frozenset(one["files"])
                found.append(Report(repository, name, one["issue"], text, one["parent"], one["fix"], files))
    return found


def _index(report: Report, bare: Path, vectors: bool) -> None:
    """Index the commit before the fix, unless it is indexed."""
    try:
        manifest = open_workbench(report.index).manifest
    except WorkbenchError:
        manifest = None
    if manifest is None or (vectors and not manifest.embedder):
        with tempfile.TemporaryDirectory() as folder:
            tree = Path(folder) / report.name
            check_out(bare_clone(report.repository, bare, _HOST), report.parent, tree)
            index_checkout(tree, read_settings(), name=report.index, vectors=vectors)


def _changed_units(report: Report, bench: Workbench, bare: Path) -> set[str]:
    """Return the keys of the smallest units around the lines that the fix changed, files and folders left out."""
    index, found = bench.stores.index, set()
    clone = str(bare_clone(report.repository, bare, _HOST))
    for file in report.files:
        command = ["git", "--git-dir", clone, "diff", "-U0", report.parent, report.fix, "--", file]
        diff = subprocess.run(command, capture_output=True, text=True, check=True, errors="replace").stdout
        for hunk in _HUNK.finditer(diff):
            start, count = int(hunk[1]), int(hunk[2] or 1)
            lines = range(start, start + max(1, count))
            found |= {unit.key for line in lines if (unit := index.around(file, line))}
    return found


def _places(report: Report, bench: Workbench, changed: set[str], bare: Path) -> dict[str, tuple[int, int]]:
    """Return by way of searching the places of the first file and of the first function of the fix: 0 for none found.

    -1 is the place of a function where the fix changed none.
    """
    by_key = bench.stores.index.by_key
    ranked = [one.unit_key for one in bench.ask(report.text).ranked if not by_key[one.unit_key].is_test]
    files = _first([by_key[key].file_path for key in ranked], report.files)
    return {
        "orienteer": (files, _first(ranked, changed) if changed else -1),
        "bm25": (_first(_by_pieces(report, bench, bare), report.files), -1),
    }


def _by_pieces(report: Report, bench: Workbench, bare: Path) -> list[str]:
    """Return the files of the index by BM25 over pieces of 60 lines, best piece first."""
    heads = bench.stores.index.heads
    tests = {head.file_path for head in heads if head.is_test}
    paths = sorted({head.file_path for head in heads if head.type == "file" and is_code(head)} - tests)
    wanted = {word: number for number, word in enumerate(dict.fromkeys(tokenize(report.text)))}
    files, counts, lengths = [], [], []
    clone = bare_clone(report.repository, bare, _HOST)
    for path, content in zip(paths, contents(clone, [f"{report.parent}:{path}" for path in paths]), strict=True):
        lines = (content or b"").decode("utf-8", "replace").splitlines()
        for start in range(0, len(lines), _PIECE):
            found = tokenize("\n".join(lines[start : start + _PIECE]))
            numbers = [wanted[word] for word in found if word in wanted]
            files.append(path)
            counts.append(np.bincount(numbers, minlength=len(wanted)).astype(np.float32))
            lengths.append(len(found))
    often, length = np.array(counts), np.array(lengths, dtype=np.float32)
    holding = (often > 0).sum(0)
    rarity = np.log(1 + (len(files) - holding + 0.5) / (holding + 0.5))
    longer = _SATURATION * (1 - _LENGTH + _LENGTH * length / length.mean())
    scores = (rarity * often * (_SATURATION + 1) / (often + longer[:, None])).sum(1)
    return [files[number] for number in np.argsort(-scores, kind="stable")]


def _first(found: Iterable[str], wanted: frozenset[str] | set[str]) -> int:
    """Return the place of the first of the wanted, each counted once, from 1; 0 for none."""
    return next((place for place, one in enumerate(dict.fromkeys(found), 1) if one in wanted), 0)


def _shares(places: Iterable[int]) -> str:
    every = list(places)
    return " / ".join(f"{sum(0 < place <= most for place in every) / len(every):.2f}" for most in _AMONG)


if __name__ == "__main__":
    os.environ.setdefault("GIT_NO_LAZY_FETCH", "1")
    main()
