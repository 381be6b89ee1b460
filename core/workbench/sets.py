"""The verbs on sets, for the faces: publish one, list them, remove one."""

from __future__ import annotations

from core.errors import SettingsError
from core.index.place import Place
from core.model.text_table import Flat
from core.pipeline.sets import SetReport, newer_members, publish_set
from core.settings import Settings, index_home
from core.workbench.checkouts import remove_index
from core.workbench.opening import indexes

__all__ = ["SetReport", "publish_set", "remove_set", "set_rows"]


def set_rows(settings: Settings) -> list[dict[str, Flat]]:
    """Return a row for each set: its members, its counts, and the members whose index is newer than the set has it."""
    home = index_home(settings)
    return [
        {
            "set": one.name, "members": ", ".join(member.name for member in one.members), "units": one.counts.get("units", 0),
            "relations": one.counts.get("relations", 0), "built": one.built_at,
            "newer": ", ".join(newer_members(Place(home, one.name), one)),
        }
        for one in indexes(settings) if one.members
    ]  # fmt: skip


def remove_set(name: str, settings: Settings) -> None:
    """Delete a set; raises `SettingsError` for the index of a repository, `StoreError` when there is none of the name."""
    found = {one.name: one for one in indexes(settings)}
    if name in found and not found[name].members:
        raise SettingsError(f"'{name}' is the index of {found[name].root}, not a group. To delete it: orienteer remove {name}")
    remove_index(name, settings)
