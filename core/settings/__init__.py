"""Everything that can be set: one frozen value, read once at the edge and passed down."""

from core.settings.home import cache_home, house, index_home
from core.settings.read import CATALOG_KEY, TOKEN, answer_key, catalog_key, changed, names, read_settings, route_key
from core.settings.values import (
    AnswerSettings,
    AssembleSettings,
    EmbedSettings,
    ExtractSettings,
    FrameworkSettings,
    IndexSettings,
    RankSettings,
    RerankSettings,
    RouteSettings,
    SearchSettings,
    Settings,
)

__all__ = [
    "CATALOG_KEY",
    "TOKEN",
    "AnswerSettings",
    "AssembleSettings",
    "EmbedSettings",
    "ExtractSettings",
    "FrameworkSettings",
    "IndexSettings",
    "RankSettings",
    "RerankSettings",
    "RouteSettings",
    "SearchSettings",
    "Settings",
    "answer_key",
    "cache_home",
    "catalog_key",
    "changed",
    "house",
    "index_home",
    "names",
    "read_settings",
    "route_key",
]
