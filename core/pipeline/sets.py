"""Sets: several indexes that are asked as one, published from what their members hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter

from core.backends import products
from core.errors import SettingsError, StoreError
from core.index.opening import Opened, open_current
from core.index.place import Place, read_manifest
from core.index.resting import MANY, OpenCatalogs, RestingGeneration
from core.model import Manifest
from core.ports import Products, Progress
from core.runtime.collection import uncollected
from core.settings import Settings, index_home


@dataclass(frozen=True, slots=True)
class SetReport:
    """What publishing a set did: its manifest, whether anything was written, the seconds, and how many relations cross."""

    manifest: Manifest
    changed: bool
    seconds: float
    across: int = 0

    @property
    def sentence(self) -> str:
        """The members, counts and time in words."""
        manifest, counts = self.manifest, self.manifest.counts
        names = ", ".join(one.name for one in manifest.members)
        if not self.changed:
            return f"The group '{manifest.name}' is up to date with its {len(manifest.members)} members: {names}."
        vectors = "sentence vectors" if manifest.vectors == "complete" else "no sentence vectors (not all members have them)"
        return (
            f"Published the group '{manifest.name}' of {names}: {counts['units']:,} units, {counts['relations']:,} relations, "
            f"{self.across:,} of them across boundaries, {vectors}, {self.seconds:.1f} s."
        )


def publish_set(name: str, members: Sequence[str], settings: Settings, progress: Progress | None = None) -> SetReport:
    """Publish a set of these indexes; without members those that it has, and only when one of them has a newer generation.

    Raises `SettingsError` for fewer than two members, a member that is a set or the name of a repository's index, `StoreError`
    when a member is not there.
    """
    from core.index.publishing import silent
    from core.index.sets import publish_set as publish
    from core.pipeline.crossing import found_across

    start = perf_counter()
    place = Place(index_home(settings), name)
    before = _set_at(place)
    names = sorted(dict.fromkeys(members)) or [one.name for one in before.members] if before else sorted(dict.fromkeys(members))
    _check(name, names, before)
    if before is not None and not members and not newer_members(place, before):
        return SetReport(before, False, perf_counter() - start)
    made = products(settings)
    with ExitStack() as stack, uncollected():
        reading = partial(RestingGeneration, others=OpenCatalogs()) if len(names) > MANY else Opened
        opened = {each: stack.enter_context(closing(_opened(place, each, settings, reading))) for each in names}
        found = found_across(opened)
        manifest = publish(place, opened, found, made, settings.index, progress or silent)
    return SetReport(manifest, True, perf_counter() - start, len(found.relations))


def newer_members(place: Place, manifest: Manifest) -> list[str]:
    """Return the members of a set whose index is of another state now than the set has, or gone, by name."""
    newer = []
    for member in manifest.members:
        try:
            current = Place(place.home, member.name).current()
            known = read_manifest(current) if current else None
        except StoreError:
            known = None
        if known is None or (known.generation, known.built_at) != (member.generation, member.built_at):
            newer.append(member.name)
    return newer


def _set_at(place: Place) -> Manifest | None:
    """Return the manifest of the set of this name, None when there is none; raises `SettingsError` for a repository's index."""
    current = place.current()
    manifest = read_manifest(current) if current else None
    if manifest is not None and not manifest.members:
        said = f"'{place.name}' is the index of {manifest.root}, not a group."
        raise SettingsError(said, "Choose another name for the group.")
    return manifest


def _check(name: str, names: Sequence[str], before: Manifest | None) -> None:
    if not names and before is None:
        raise StoreError(f"No group '{name}'. Make one: orienteer group {name} MEMBER MEMBER…")
    if len(names) < 2:
        raise SettingsError(f"A group needs two members, but '{name}' has {len(names)}: {', '.join(names)}.")


def _opened(place: Place, member: str, settings: Settings, reading: Callable[[Path, Products], Opened]) -> Opened:
    opened = open_current(Place(place.home, member), products(settings), reading)
    if opened.manifest.members:
        opened.close()
        of = " ".join(one.name for one in opened.manifest.members)
        raise SettingsError(f"'{member}' is a group itself.", f"Name its members instead: {of}")
    return opened
