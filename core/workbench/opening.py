"""Find the index that is meant and open it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from core.errors import SettingsError, StoreError
from core.model import Manifest
from core.ports import Progress
from core.settings import Settings, changed, index_home, read_settings
from core.workbench.bench import Workbench

if TYPE_CHECKING:
    from core.index.place import Listed
    from core.pipeline.report import IndexReport
    from core.workbench.help import CheatSheet


def open_workbench(
    name: str | None = None,
    *,
    home: str | Path | None = None,
    settings: Settings | Mapping[str, object] | None = None,
    otherwise: str = "",
) -> Workbench:
    """Open the current generation of an index.

    Without a name, Orienteer opens the index in `$ORIENTEER_INDEX`. Otherwise it opens the index of the current repository,
    the only index, or the index called `otherwise`, in this order. A name may be an address (`http://host:3000/shop`) of an
    index that `orienteer serve` offers: Orienteer fetches its generation once and sends questions to the server. `settings`
    are a `Settings` value or dotted names with other values. Raises `StoreError` for a missing or damaged index and for one
    of another version. Raises `SettingsError` when the choice is not clear.
    """
    from core.backends import products
    from core.index.opening import open_current
    from core.index.place import Place

    chosen = settings if isinstance(settings, Settings) else read_settings(settings)
    if name and name.startswith(("http://", "https://")):
        from core.workbench.served import open_served

        return open_served(name, chosen)
    folder = Path(home) if home else index_home(chosen)
    place = Place(folder, name or os.environ.get("ORIENTEER_INDEX") or _implied(folder, otherwise))
    if not place.pointer.exists():
        raise StoreError(_missing(place.name, folder))
    return Workbench(open_current(place, products(chosen)), chosen)


def index_checkout(
    path: str | Path | None,
    name: str | None = None,
    *,
    home: str | Path | None = None,
    settings: Settings | Mapping[str, object] | None = None,
    full: bool = False,
    vectors: bool = True,
    framework: bool | None = None,
    woods: str | Path | Literal[False] | None = None,
    documents: Sequence[str | Path] | Literal[False] | None = None,
    progress: Progress | None = None,
) -> IndexReport:
    """Read a checkout into an index, as `orienteer index` does; open it with `open_workbench(report.manifest.name)`.

    The report has the manifest, the seconds, a `sentence` with the counts, and `changed`, which is false if nothing
    changed. `settings` are a `Settings` value or dotted names with other values. `progress` is called with a step, the
    amount done and the total. See `core.pipeline.indexing.index_checkout` for the other arguments and the errors.
    """
    from core.pipeline.indexing import index_checkout as read_in

    chosen = settings if isinstance(settings, Settings) else read_settings(settings)
    if home:
        chosen = changed(chosen, "home", str(home))
    merged: Path | Literal[False] | None = Path(woods) if woods else False if woods is False else None
    folder = Path(path) if path else None
    beside = None if documents is None else [Path(one) for one in documents or ()]
    return read_in(
        folder, chosen, name=name, full=full, vectors=vectors, progress=progress, woods=merged, framework=framework,
        documents=beside,
    )  # fmt: skip


def cheat_sheet() -> CheatSheet:
    """Return the most useful verbs of a workbench as Markdown, one line each."""
    from core.workbench.help import verb_sheet

    return verb_sheet(Workbench)


def indexes(settings: Settings | None = None) -> list[Manifest]:
    """Return the manifests of all readable indexes, by name."""
    return [listed.manifest for listed in listed_indexes(settings) if listed.manifest is not None]


def listed_indexes(settings: Settings | None = None) -> list[Listed]:
    """Return every index by name; an unreadable one has no manifest but the problem that hides it."""
    from core.index.place import list_indexes

    return list_indexes(index_home(settings or read_settings()))


def _implied(home: Path, otherwise: str) -> str:
    from core.index.place import list_indexes

    found = list_indexes(home)
    if (around := _around(found)) is not None:
        return around.name
    if len(found) == 1:
        return found[0].name
    if not found:
        raise StoreError(f"No index in {home}. Make one: orienteer index PATH")
    if any(listed.name == otherwise for listed in found):
        return otherwise
    names = ", ".join(listed.name for listed in found)
    said = f"Several indexes, and this folder is in none of their checkouts: {names}."
    raise SettingsError(said, f"Name one: -i {found[0].name} on the command line, open_workbench('{found[0].name}') in Python.")


def index_here(settings: Settings) -> Manifest | None:
    """Return the index of the innermost known checkout around the working folder; None outside of all of them."""
    from core.index.place import list_indexes

    return _around(listed for listed in list_indexes(index_home(settings)) if listed.manifest and not listed.manifest.members)


def _around(indexes: Iterable[Listed]) -> Manifest | None:
    manifests = (listed.manifest for listed in indexes if listed.manifest)
    around = [manifest for manifest in manifests if _stands_in(manifest.root)]
    return max(around, key=lambda manifest: (len(manifest.root), manifest.name), default=None)


def _stands_in(root: str) -> bool:
    try:
        return Path.cwd().resolve().is_relative_to(root)
    except FileNotFoundError:  # the working folder was removed: it is in no repository
        return False


def _missing(name: str, home: Path) -> str:
    from core.index.place import list_indexes

    names = ", ".join(listed.name for listed in list_indexes(home))
    known = f" Choose from: {names}." if names else ""
    return f"No index '{name}' in {home}.{known} Make one: orienteer index PATH --name {name}"
