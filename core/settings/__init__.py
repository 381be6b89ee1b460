"""Everything that can be set: one frozen value, read once at the edge and passed down."""

from core.settings.read import changed, names, read_settings
from core.settings.values import (
    AssembleSettings,
    EmbedSettings,
    ExtractSettings,
    IndexSettings,
    RankSettings,
    SearchSettings,
    Settings,
)

__all__ = [
    "AssembleSettings",
    "EmbedSettings",
    "ExtractSettings",
    "IndexSettings",
    "RankSettings",
    "SearchSettings",
    "Settings",
    "changed",
    "names",
    "read_settings",
]
