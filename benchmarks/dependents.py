"""Compare what depends on a unit with where its name is written, file by file.

    python -m benchmarks.dependents CHECKOUT UNIT… [-i NAME]

For each unit (a class or module) the files outside tests that `grep -w` finds its name in and those that `orienteer dependents`
names are compared; the files that define the unit are left out. Of the files that only grep has, texts (translations, help
pages) are counted, the others listed with their first line and why they do not depend on the unit, as their tokens tell:
named in comments, in longer texts or as the end of a longer constant. Where no such reason is found: TO LOOK AT.
"""

from __future__ import annotations

import argparse
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from pygments import lexers
from pygments.token import Token

from core.languages import family_of
from core.workbench import Workbench, open_workbench

_LEXERS = {"tsx": "typescript"}
_TEXT = "a text, not code"


@dataclass(frozen=True, slots=True)
class Compared:
    """The files that grep and Orienteer found for one unit, with the lines of grep."""

    unit: str
    grep: Mapping[str, Sequence[tuple[int, str]]]
    found: frozenset[str]

    @property
    def missed(self) -> list[str]:
        """Files that only grep has, in order."""
        return sorted(self.grep.keys() - self.found)


def grepped(root: Path, word: str, files: frozenset[str]) -> dict[str, list[tuple[int, str]]]:
    """Return the lines that `grep -w` finds in these files, by file."""
    command = ["grep", "-rnwIF", "--", word, "."]
    output = subprocess.run(command, cwd=root, capture_output=True, check=False).stdout.decode("utf-8", "replace")
    lines: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for row in output.splitlines():
        path, number, text = row.removeprefix("./").split(":", 2)
        if path in files:
            lines[path].append((int(number), text.strip()))
    return dict(lines)


def compared(bench: Workbench, root: Path, name: str) -> Compared:
    """Return both sets of files for one unit."""
    unit = bench.unit(name)
    own = {span.file_path for span in unit.spans} | {unit.file_path}
    code = frozenset(head.file_path for head in bench.heads.values() if head.type == "file" and not head.is_test) - own
    found = frozenset(row["file_path"] for row in bench.dependents(unit.key).rows) - own
    return Compared(unit.key, grepped(root, unit.identifier, code), found)


def remark(bench: Workbench, path: str, key: str) -> str:
    """Return why a file that names a unit does not depend on it, as far as its tokens tell; else nothing."""
    file, unit = bench.catalog.units([f"file:{path}"])[0], bench.heads[key]
    family = family_of(file.language) or "documents"
    if family in ("documents", "manifests"):
        return _TEXT
    if family != family_of(unit.language):
        return "another language"
    word = re.compile(rf"(?<!\w){re.escape(unit.identifier)}(?!\w)")
    lexer = lexers.get_lexer_by_name(_LEXERS.get(file.language, file.language))
    tokens = list(_merged(lexer.get_tokens(file.source_code)))
    reasons, before = set(), ""
    for number, (kind, text) in enumerate(tokens):
        if word.search(text):
            after = "".join(one for _, one in tokens[number + 1 : number + 3])
            reasons.add(_reason(kind, text, unit.identifier, before, after))
        before = (before + text)[-100:]
    return ", ".join(sorted(reasons)) if "" not in reasons else ""


def _merged(tokens: Iterable[tuple[Any, str]]) -> Iterator[tuple[Any, str]]:
    """Yield runs of tokens of one kind as one, so that a text is judged as a whole."""
    for kind, run in groupby(tokens, key=lambda token: Token.Literal.String if token[0] in Token.Literal.String else token[0]):
        yield kind, "".join(text for _, text in run)


def _reason(kind: Any, text: str, unit: str, before: str, after: str) -> str:
    if kind in Token.Comment:
        return "in a comment"
    if kind in Token.Literal.String or kind in Token.Text or kind is Token.Other:
        return "" if text.strip("\"':") == unit else "in a longer text"
    if re.search(r"\w::$", before):
        return "the end of a longer name"
    if re.match(r"::[A-Z]\w*[a-z]", after):
        return "the namespace of another"
    return "defines a thing of that name" if re.search(r"\b(?:class|module)\s+$", before) else ""


def report(bench: Workbench, result: Compared) -> Iterator[str]:
    """Yield the lines that are printed for one unit."""
    both = result.grep.keys() & result.found
    told = {path: remark(bench, path, result.unit) for path in result.missed}
    open_ = [path for path, reason in told.items() if not reason]
    texts = [path for path, reason in told.items() if reason == _TEXT]
    yield (
        f"{result.unit}: grep {len(result.grep)} files, orienteer {len(result.found)}, both {len(both)}, "
        f"only grep {len(told)} ({len(texts)} texts, {len(open_)} to look at), "
        f"only orienteer {len(result.found - result.grep.keys())}"
    )
    for path, reason in told.items():
        if reason == _TEXT:
            continue
        number, text = result.grep[path][0]
        yield f"    {reason or 'TO LOOK AT'}: {path}:{number}  {text[:100]}"


def main() -> None:
    """Compare the units and print the differences."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("units", nargs="+", metavar="UNIT")
    parser.add_argument("-i", "--index", help="the index of the checkout; default: its folder's name")
    options = parser.parse_args()
    bench = open_workbench(options.index or options.checkout.resolve().name)
    for name in options.units:
        for line in report(bench, compared(bench, options.checkout, name)):
            print(line)


if __name__ == "__main__":
    main()
