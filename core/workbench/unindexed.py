"""Why an index has no unit of a name: its file is left out, was not read whole, is newer, or nothing is called so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from core.languages import OTHER_LANGUAGE, language_of
from core.model import file_key, split_key
from core.runtime.git import listed
from core.text.words import split_identifier

if TYPE_CHECKING:
    from core.workbench.open_bench import OpenBench

LEFT_OUT, UNKNOWN = "not in the index", "unknown name"
_NO_LETTER = re.compile(r"[^a-z0-9]")
_MOST_FILES = 200_000


def unindexed(bench: OpenBench, name: str) -> tuple[str, str]:
    """Return the cause and in words why the index has no unit of this name."""
    root = Path(bench.manifest.root)
    if bench.manifest.members or not root.is_dir():
        return UNKNOWN, f"{name} is not in this index, and there is no one checkout to look for it."
    plain_name = _plain(name)
    path = next((path for path in _paths(root) if path in (name, plain_name) or _stem(path) == _telling(plain_name)), "")
    if not path:
        return _unwritten(bench, name, plain_name)
    problem = next((one for one in bench.problems if one.file_path == path), None)
    if problem is not None:
        return LEFT_OUT, f"The file with a similar name, {path}, is {problem.status}: {problem.reason}."
    head = bench.heads.get(file_key(path))
    if head is not None and head.language not in ("", OTHER_LANGUAGE):
        return (
            LEFT_OUT,
            f"{path} has no unit '{plain_name}': it may be newer than the index, or created at run time.",
        )
    if head is not None or not language_of(path):
        return LEFT_OUT, f"{path} is of a language that is not analysed."
    return LEFT_OUT, f"{path} is not read: extract.exclude, a folder of third-party code, or newer than the index."


def _unwritten(bench: OpenBench, name: str, plain_name: str) -> tuple[str, str]:
    from core.workbench.word_search import word_search

    if split_identifier(plain_name) and (found := word_search(bench, plain_name).found):
        first = found[0]
        said = (
            f"{name} is written, first in {first.unit} ({first.file_path}:{first.line}), and declared in no file that is read."
        )
        return UNKNOWN, said
    return UNKNOWN, f"{name} is written in no file that is read, and no file of the checkout is called so."


def _plain(name: str) -> str:
    """Return a name without the type before it."""
    return split_key(name)[1] if ":" in name.replace("::", "") else name


def _telling(name: str) -> str:
    """Return the letters of the last part of a name that a file can have: `Shop::PaymentService#pay` → `paymentservice`."""
    owner = re.split(r"[#.]", name)[0] if "/" not in name else Path(name).stem
    return _NO_LETTER.sub("", owner.split("::")[-1].lower())


def _stem(path: str) -> str:
    return _NO_LETTER.sub("", path.rpartition("/")[2].partition(".")[0].lower())


def _paths(root: Path) -> Iterator[str]:
    """Yield the files of a checkout, what git knows first, else those of its folders, in order."""
    known = listed(root, "ls-files", "-z", "--cached", "--others")
    if known:
        yield from sorted(known)
        return
    found = (path for path in root.rglob("*") if path.is_file())
    yield from sorted(path.relative_to(root).as_posix() for path, _ in zip(found, range(_MOST_FILES), strict=False))
