"""Documents that lie outside of the checkout: folders of Markdown, HTML, text and exported pages that speak of its code.

They are read with the checkout, under a path that no file of it can have (`documents:wiki/adr/0001.md`), and linked to the code
that they name. Only texts are read, and nothing that a link leads out of the folder to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from core.errors import SettingsError, SourceError
from core.extract.facts import SourceFile
from core.extract.hypertext import as_markdown
from core.extract.load import load
from core.extract.walk import FoundFile, walk
from core.model import Problem
from core.model.paths import OUTSIDE
from core.settings import ExtractSettings

MOST = 20_000
"""Documents of one folder that are read."""
_READ = frozenset(("markdown", "text"))
_HTML = (".html", ".htm", ".xhtml")


def checked_folders(folders: Iterable[str | Path], root: Path) -> tuple[str, ...]:
    """Return the folders of documents as whole paths; raises `SourceError` for what is none, `SettingsError` for overlaps."""
    found = [_checked(Path(folder), root) for folder in folders]
    names = [folder.name for folder in found]
    if twice := next((name for name in names if names.count(name) > 1), ""):
        message = f"Two document folders have the name '{twice}'."
        raise SettingsError(f"{message} Rename one, or name the folder above.")
    return tuple(map(str, found))


def _checked(folder: Path, root: Path) -> Path:
    try:
        whole = folder.expanduser().resolve(strict=True)
    except (OSError, RuntimeError) as problem:
        said = f"No document folder '{folder}'."
        raise SourceError(said, "Give another with --documents FOLDER, or leave it out with --no-documents.") from problem
    if not whole.is_dir() or not whole.name:
        raise SourceError(f"'{folder}' is not a folder.", "Give the folder with the documents.")
    if whole.is_relative_to(root):
        raise SettingsError(f"'{folder}' is inside the checkout {root}, which is read anyway.", "Leave --documents out.")
    if root.is_relative_to(whole):
        raise SettingsError(f"'{folder}' contains the checkout {root}.", "Name a folder in it that has only documents.")
    return whole


def outside_files(settings: ExtractSettings) -> Iterator[tuple[Path, FoundFile]]:
    """Yield the documents to read of the folders that the settings name, each with its folder; ordered by folder and path."""
    for folder in map(Path, settings.documents):
        for found in _documents(folder, settings)[0]:
            yield folder, found


def outside_documents(settings: ExtractSettings) -> tuple[list[SourceFile], list[Problem]]:
    """Return the texts of the documents, HTML as Markdown, and what was left out; raises `SourceError` for a missing folder."""
    files: list[SourceFile] = []
    problems: list[Problem] = []
    for folder in map(Path, settings.documents):
        top = f"{OUTSIDE}{folder.name}/"
        found, left = _documents(folder, settings)
        loaded = [load(folder, file) for file in found]
        files += [_placed(top, source) for source, _ in loaded if source is not None]
        told = [*left, *(problem for _, problem in loaded if problem is not None)]
        problems += [replace(problem, file_path=top + problem.file_path) for problem in told]
    return sorted(files, key=lambda file: file.path), problems


def _documents(folder: Path, settings: ExtractSettings) -> tuple[Sequence[FoundFile], list[Problem]]:
    found, problems = walk(folder, replace(settings, exclude=()))
    kept = [file for file in found if file.language in _READ or file.path.lower().endswith(_HTML)]
    if len(kept) > MOST:
        problems.append(Problem("", "partial", f"{len(kept):,} documents, of which the first {MOST:,} are read"))
    documents = (*_READ, "html")
    return kept[:MOST], [one for one in problems if not one.file_path or _language(one.file_path) in documents]


def _language(path: str) -> str:
    from core.languages import language_of

    return language_of(path)


def _placed(top: str, source: SourceFile) -> SourceFile:
    """Return a document under the path by which the index knows it, to be read as Markdown where it is HTML."""
    is_html = source.path.lower().endswith(_HTML)
    text = as_markdown(source.text) if is_html else source.text
    return SourceFile(top + source.path, "markdown" if is_html else source.language, text, source.sha)
