"""What an index is made of beside the files of its checkout, as it was asked for last: remembered until something else is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from core.errors import SourceError
from core.extract.outside import checked_folders
from core.model import Manifest
from core.settings import Settings


@dataclass(frozen=True, slots=True)
class AskedOfRun:
    """What one run asks for; None is as in the run before, False is without."""

    woods: Path | Literal[False] | None = None
    framework: bool | None = None
    documents: Sequence[Path] | Literal[False] | None = None


@dataclass(frozen=True, slots=True)
class Choices:
    """What holds for one run: a forerunner's index, whether it is read without a checkout, sources of libraries, documents.

    `framework` is None when nobody chose and the settings decide. `remarks` tell what is so because an earlier run asked.
    """

    woods: Path | None = None
    alone: bool = False
    framework: bool | None = None
    documents: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()

    def settings(self, settings: Settings) -> Settings:
        """Return the settings with the choice in them."""
        settings = replace(settings, extract=replace(settings.extract, documents=self.documents))
        if self.framework is None:
            return settings
        return replace(settings, framework=replace(settings.framework, sources=self.framework))

    def are_those_of(self, manifest: Manifest) -> bool:
        """Tell whether an index remembers the same."""
        remembered = (manifest.woods, manifest.alone, manifest.framework, manifest.documents)
        return remembered == (str(self.woods or ""), self.alone, self.framework, self.documents)


def choose(
    asked: AskedOfRun, before: Manifest | None, root: Path, usual: Sequence[str] = (), *, alone: bool = False
) -> Choices:
    """Return what holds for a run on an index of `root` that says `before` of itself; `alone` when no checkout is named.

    `usual` are the folders of documents that the settings name. Raises `SourceError` when the forerunner's index or the
    folder of documents that an earlier run asked for is no longer there.
    """
    woods = asked.woods.expanduser().resolve() if asked.woods else None
    if asked.woods is None and before is not None and before.woods:
        woods, alone = Path(before.woods), before.alone
        if not woods.exists():
            raise SourceError(
                f"'{before.name}' was made with the Woods index {woods}, which no longer exists. Restore it, "
                "give another with --from-woods DIR, or leave it out with --no-woods."
            )
    framework = asked.framework if asked.framework is not None or before is None else before.framework
    documents = () if alone else checked_folders(_folders(asked, before, usual), root)
    remarks = tuple(_remarks(asked, woods, alone, framework))
    if asked.documents is None and before is not None and before.documents and documents:
        remarks = (*remarks, f"Documents of {', '.join(documents)} are read as before (--no-documents leaves them out).")
    return Choices(woods, alone, framework, documents, remarks)


def _folders(asked: AskedOfRun, before: Manifest | None, usual: Sequence[str]) -> Sequence[str | Path]:
    if asked.documents is not None:
        return asked.documents or ()
    return before.documents if before is not None and before.documents else usual


def _remarks(asked: AskedOfRun, woods: Path | None, alone: bool, framework: bool | None) -> Iterator[str]:
    if asked.woods is None and woods is not None and not alone:
        yield f"The Woods index {woods} is merged as before (--no-woods leaves it out)."
    if asked.framework is None and framework:
        yield "Sources of libraries are read as before (--no-framework leaves them out)."
    if asked.framework is None and framework is False:
        yield "Sources of libraries are left out as before (--framework reads them)."
