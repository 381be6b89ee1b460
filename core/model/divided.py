"""The parts of a code base that have colours of their own: the members of a set, or the packages of one repository."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from core.model.keys import file_key, member_in, unit_key


class PackageMap(tuple[str, ...]):
    """The names of packages, in order, with the one that each unit lies in, by key, which does not tell it itself."""

    of: Mapping[str, str]

    @classmethod
    def by(cls, packages: Mapping[str, str]) -> PackageMap:
        """Return the packages of these units."""
        found = cls(sorted(set(packages.values())))
        found.of = packages
        return found

    def only(self, names: Sequence[str]) -> PackageMap:
        """Return those of these packages, with the ones inside of them, and their units alone."""
        wanted = {one for one in self if any(one == name or one.startswith((f"{name}/", f"{name}::")) for name in names)}
        return PackageMap.by({key: name for key, name in self.of.items() if name in wanted})


def part_in(text: str, parts: Sequence[str]) -> str:
    """Return the part that a key, a path or the name of a part means; empty for none."""
    if not isinstance(parts, PackageMap):
        return member_in(text, parts)
    name = text.removesuffix("/")
    keys = (text, unit_key("folder", name), file_key(name))
    return name if name in parts else next((parts.of[key] for key in keys if key in parts.of), "")


def units_of(
    parts: Sequence[str], members: Sequence[str], keys: Iterable[str], packages: Mapping[str, str]
) -> Collection[str] | None:
    """Return the units of these members of a set, or of these packages with those inside of them; None where none is known."""
    if members:
        known = [one for one in parts if one in members]
        return {key for key in keys if member_in(key, known)} if known else None
    return PackageMap.by(packages).only(parts).of or None
