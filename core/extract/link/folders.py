"""Files and folders as units: where things are, and what a folder's README says of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from core.extract.facts import FileFacts
from core.extract.repository import Repository, text_hash
from core.model import CodeUnit
from core.vocabulary import BY_PATH

_README_CHARACTERS = 2000


def file_units(repository: Repository, units: Sequence[CodeUnit]) -> list[CodeUnit]:
    """Return a unit of type `file`, with the whole text, for every file that has none yet."""
    inner = Counter(unit.file_path for unit in units if unit.type not in BY_PATH)
    present = {unit.file_path for unit in units if unit.type == "file"}
    return [_file_unit(repository, facts, inner[facts.path]) for facts in repository.files if facts.path not in present]


def _file_unit(repository: Repository, facts: FileFacts, inner: int) -> CodeUnit:
    folder, _, name = facts.path.rpartition("/")
    text = repository.texts.get(facts.path, "")
    return CodeUnit(
        "file", facts.path, name, folder, facts.language, facts.path, 1, facts.lines,
        source_code=text,
        docstring=facts.docstring,
        metadata={"lines": facts.lines, "units": inner, **facts.extra.get("file", {})},
        source_hash=text_hash(text),
        is_test=facts.is_test,
    )  # fmt: skip


def folder_units(repository: Repository, units: Sequence[CodeUnit]) -> list[CodeUnit]:
    """Return a unit of type `folder` for every folder that holds files, the top folder (identifier `.`) not included.

    Its docstring is the text of its README; its metadata counts files, lines and types of everything below it.
    """
    below: dict[str, list[FileFacts]] = defaultdict(list)
    for facts in repository.files:
        folder = facts.path.rpartition("/")[0]
        while folder:
            below[folder].append(facts)
            folder = folder.rpartition("/")[0]
    types: dict[str, Counter[str]] = defaultdict(Counter)
    for unit in units:
        if unit.type != "file":
            types[unit.file_path.rpartition("/")[0]][unit.type] += 1
    readmes = _readmes(repository)
    return [_folder_unit(folder, below[folder], types[folder], readmes.get(folder, "")) for folder in sorted(below)]


def _folder_unit(path: str, files: Sequence[FileFacts], types: Counter[str], readme: str) -> CodeUnit:
    parent, _, name = path.rpartition("/")
    languages = Counter(facts.language for facts in files)
    metadata: dict[str, object] = {
        "files": len(files),
        "lines": sum(facts.lines for facts in files),
        "languages": dict(sorted(languages.items())),
        "types": dict(sorted(types.items())),
    }
    language = min(languages, key=lambda known: (-languages[known], known))
    is_test = all(facts.is_test for facts in files)
    return CodeUnit(
        "folder", path, name, parent, language, path, docstring=readme, metadata=metadata, is_test=is_test,
        source_hash=text_hash("\n".join(f"{facts.path} {facts.sha}" for facts in files)),
    )  # fmt: skip


def _readmes(repository: Repository) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for facts in repository.files:
        folder, _, name = facts.path.rpartition("/")
        if name.upper().startswith("README") and folder not in found:
            found[folder] = repository.texts.get(facts.path, "")[:_README_CHARACTERS]
    return found
