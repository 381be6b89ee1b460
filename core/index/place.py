"""Where one index lives and what it says about itself, without opening it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from core.errors import SettingsError, StoreError, cause, reading_step
from core.model import Manifest, Member
from core.model.tables import SCHEMA_VERSION
from core.ports import CatalogStore, Products, StoreAddress

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
MANIFEST, CATALOG, LEXICAL, WORD_VECTORS, VECTORS = "manifest.json", "catalog", "lexical", "word-vectors", "vectors"
"""What a generation consists of: a file, a catalog, two folders; vectors lie beside the generations, which may share them."""
WORD_STORE = "exact"
"""The product that holds word vectors: there is one for each unit, and comparing all of them takes a millisecond or a few."""
_ANEW = "Build the index again: orienteer index PATH --full"
_VECTOR_IDS = "vector-ids.txt"  # so that they can be counted without opening the store


@dataclass(frozen=True, slots=True)
class Place:
    """The folder of the index `name` below `home`; it need not exist yet."""

    home: Path
    name: str

    def __post_init__(self) -> None:
        """Refuse names that are not plain folder names."""
        if not _NAME.fullmatch(self.name):
            message = f"An index cannot be called '{self.name}': use letters, digits, '.', '_' and '-', at most 100."
            raise SettingsError(message, "Give another one with --name.")

    @property
    def directory(self) -> Path:
        """The folder of the index."""
        return self.home / self.name

    @property
    def generations(self) -> Path:
        """The folder that holds one folder per generation."""
        return self.directory / "generations"

    @property
    def pointer(self) -> Path:
        """The file that names the current generation."""
        return self.directory / "current"

    @property
    def cache(self) -> Path:
        """The folder for what can be computed again."""
        return self.directory / "cache"

    def current(self) -> Path | None:
        """Return the folder of the current generation; None when nothing was published yet.

        Raises `StoreError` when the pointer cannot be read or names no generation.
        """
        try:
            named = self.pointer.read_text(encoding="ascii").strip()
        except FileNotFoundError:
            return None
        except PermissionError as problem:
            message = f"The index '{self.name}' cannot be read: {self.pointer}: {problem.strerror}."
            raise StoreError(
                f"{message} Fix the permissions of {self.directory}, or set ORIENTEER_HOME to another folder."
            ) from problem
        except (OSError, UnicodeDecodeError) as problem:
            raise StoreError(f"The index '{self.name}' cannot be read: {cause(problem)}. {self._remedy()}") from problem
        directory = self.generations / named
        if not named.isdigit() or not directory.is_dir():
            raise StoreError(f"The index '{self.name}' is damaged: it points to {directory}. {self._remedy()}")
        return directory

    def _remedy(self) -> str:
        return f"Remove {self.directory} and run: orienteer index PATH --name {self.name} --full"


@dataclass(frozen=True, slots=True)
class Listed:
    """One index of a home: its manifest, or None and the problem that hides it."""

    name: str
    directory: Path
    manifest: Manifest | None
    problem: str = ""


def generation_folders(place: Place) -> list[Path]:
    """Return the folders of the generations of an index, oldest first."""
    folders = place.generations.iterdir() if place.generations.is_dir() else ()
    return sorted(folder for folder in folders if folder.name.isdigit() and (folder / MANIFEST).is_file())


def list_indexes(home: Path) -> list[Listed]:
    """Return the indexes below a folder, by name; an unreadable one is listed with its problem."""
    if not home.is_dir():
        return []
    names = [folder.name for folder in home.iterdir() if (folder / "current").is_file() and _NAME.fullmatch(folder.name)]
    return [_listed(Place(home, name)) for name in sorted(names)]


def _listed(place: Place) -> Listed:
    try:
        current = place.current()
        return Listed(place.name, place.directory, read_manifest(current) if current else None)
    except StoreError as problem:
        return Listed(place.name, place.directory, None, str(problem))


def catalog_of(directory: Path, manifest: Manifest, products: Products) -> CatalogStore:
    """Return the catalog of the generation in a folder."""
    return products.catalog(manifest.catalog, catalog_address(directory, manifest))


def catalog_address(directory: Path, manifest: Manifest) -> StoreAddress:
    """Return where the catalog of the generation in a folder is: there, or at a server."""
    return StoreAddress(manifest.catalog_at or str(directory), manifest.catalog_space or CATALOG)


def write_vector_ids(directory: Path, ids: Iterable[str]) -> None:
    """Note which chunks of a generation have a vector, one a line in order."""
    (directory / _VECTOR_IDS).write_text("".join(f"{json.dumps(id_)}\n" for id_ in sorted(ids)), encoding="ascii")


def read_vector_ids(directory: Path) -> set[str]:
    """Return the ids of the chunks that have a vector; raises `StoreError` when the list is damaged."""
    path = directory / _VECTOR_IDS
    try:
        return {json.loads(line) for line in path.read_text(encoding="ascii").splitlines()}
    except (OSError, ValueError) as problem:
        step = reading_step(problem, _ANEW)
        raise StoreError(f"{path} cannot be read: {cause(problem)}. {step}") from problem


def write_manifest(directory: Path, manifest: Manifest) -> None:
    """Write the manifest into the folder of its generation."""
    text = json.dumps(asdict(manifest), ensure_ascii=False, indent=1, sort_keys=True)
    (directory / MANIFEST).write_text(text + "\n", encoding="utf-8")


def outdated_root(directory: Path) -> Path | None:
    """Return the checkout of a generation of another format, which can only be built again; None for any other."""
    try:
        values = json.loads((directory / MANIFEST).read_text(encoding="utf-8"))
        return Path(values["root"]) if values["schema"] != SCHEMA_VERSION else None
    except (OSError, ValueError, KeyError, TypeError):
        return None  # missing or damaged, of which reading it tells more


def read_manifest(directory: Path) -> Manifest:
    """Return the manifest of a generation; raises `StoreError` when it is missing, damaged or of another schema."""
    path = directory / MANIFEST
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
        schema, root = values["schema"], values["root"]
        if schema == SCHEMA_VERSION:
            known = {field.name for field in fields(Manifest)}
            members = tuple(Member(**one) for one in values.get("members", ()))
            lists = {"members": members, "documents": tuple(values.get("documents", ()))}
            return Manifest(**{**{name: value for name, value in values.items() if name in known}, **lists})
    except (OSError, ValueError, KeyError, TypeError) as problem:
        message = f"'{path}' is not an index manifest: {cause(problem)}."
        raise StoreError(f"{message} {reading_step(problem, _ANEW)}") from problem
    message = f"The index in {directory} has format {schema}, this version of orienteer reads format {SCHEMA_VERSION}."
    raise StoreError(f"{message} Build it again: orienteer index {root}")
