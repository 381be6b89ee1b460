"""Presets: whole combinations of stores and embedder under one name, with the addresses that the environment gives."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit, urlunsplit

from core.errors import SettingsError, did_you_mean

DATABASE_VARIABLES = ("ORIENTEER_DATABASE_URL", "WOODS_DATABASE_URL", "CODEBASE_INDEX_DATABASE_URL", "DATABASE_URL")
"""The variables that may hold the address of the database of a preset, first of all the most particular."""
QDRANT_VARIABLE = "QDRANT_URL"
OLLAMA_VARIABLE = "OLLAMA_URL"
_QDRANT = "http://localhost:6333"
_SCHEMES = {"postgresql": "postgresql", "postgres": "postgresql"} | dict.fromkeys(
    ("mysql", "mysql2", "mariadb", "trilogy"), "mysql"
)
_OPENAI = {"embed.embedder": "openai", "embed.model": "text-embedding-3-small"}
_OLLAMA = {"embed.embedder": "ollama", "embed.model": "nomic-embed-text"}
_QDRANT_STORE = {"index.vectors": "qdrant"}


@dataclass(frozen=True, slots=True)
class Preset:
    """What one name stands for: settings by their dotted names, and a line for people who choose."""

    note: str
    values: Mapping[str, str]
    aliases: tuple[str, ...] = ()
    never: str = field(default="")  # what of it was never had by those who wrote it


def _kept(database: str) -> dict[str, str]:
    return {"index.catalog": database, "index.graph": "sql"}


PRESETS: Mapping[str, Preset] = {
    "local": Preset(
        "FAISS and SQLite in the folder of the index, the graph in memory, Ollama on this machine; no server but that",
        {"index.vectors": "faiss", "index.catalog": "sqlite", "index.graph": "networkx", **_OLLAMA},
        ("local_development",),
        "Ollama",
    ),
    "mysql": Preset(
        "tables and graph in MySQL or MariaDB, vectors in Qdrant, OpenAI",
        {**_QDRANT_STORE, **_kept("mysql"), **_OPENAI},
        ("mysql_qdrant",),
        "a server of Qdrant, a MySQL that is no MariaDB, OpenAI",
    ),
    "postgresql": Preset(
        "tables, graph and vectors (pgvector) in one database of PostgreSQL, OpenAI",
        {"index.vectors": "pgvector", **_kept("postgresql"), **_OPENAI},
        ("postgresql_only",),
        "OpenAI",
    ),
    "postgresql_qdrant": Preset(
        "tables and graph in PostgreSQL, vectors in Qdrant, OpenAI",
        {**_QDRANT_STORE, **_kept("postgresql"), **_OPENAI},
        never="a server of Qdrant, OpenAI",
    ),
    "self_hosted": Preset(
        "tables and graph in PostgreSQL, vectors in Qdrant, Ollama: nothing leaves your machines",
        {**_QDRANT_STORE, **_kept("postgresql"), **_OLLAMA},
        ("self_hosted:postgresql",),
        "a server of Qdrant, Ollama",
    ),
    "self_hosted:mysql": Preset(
        "tables and graph in MySQL or MariaDB, vectors in Qdrant, Ollama: nothing leaves your machines",
        {**_QDRANT_STORE, **_kept("mysql"), **_OLLAMA},
        never="a server of Qdrant, a MySQL that is no MariaDB, Ollama",
    ),
}
_ALIASES = {alias: name for name, preset in PRESETS.items() for alias in preset.aliases}


def preset_name(wanted: str) -> str:
    """Return the name that a preset is listed under; raises `SettingsError` with the nearest one for an unknown name."""
    name = _ALIASES.get(wanted, wanted)
    if name not in PRESETS:
        raise SettingsError(f"No preset '{wanted}'. {did_you_mean(wanted, [*PRESETS, *sorted(_ALIASES)])}")
    return name


def preset_values(wanted: str) -> dict[str, str]:
    """Return the settings that a preset stands for by their dotted names, with the addresses that the environment gives."""
    values = dict(PRESETS[preset_name(wanted)].values)
    if values["index.catalog"] in _SCHEMES.values():
        values["index.catalog_at"] = _database(values["index.catalog"])
    if values["index.vectors"] == "qdrant":
        values["index.vectors_at"] = os.environ.get(QDRANT_VARIABLE, "").strip() or _QDRANT
    ollama = os.environ.get(OLLAMA_VARIABLE, "").strip().rstrip("/")
    if values["embed.embedder"] == "ollama" and ollama:
        values["embed.url"] = ollama if ollama.endswith("/v1") else f"{ollama}/v1"
    return {name: value for name, value in values.items() if value}


def database_password(at: str) -> str | None:
    """Return the password that the environment gives with the address of this very database; None when it gives none."""
    for text in _databases():
        parts = urlsplit(text)
        if parts.password and _address(text) == at:
            return unquote(parts.password)
    return None


def _database(catalog: str) -> str:
    """Return the first address of such a database in the environment, without its password; empty when there is none."""
    found = (_address(text) for text in _databases())
    return next((address for address in found if urlsplit(address).scheme == catalog), "")


def _databases() -> list[str]:
    return [text for name in DATABASE_VARIABLES if (text := os.environ.get(name, "").strip())]


def _address(text: str) -> str:
    """Return an address as applications write it without password and without what only their libraries know."""
    try:
        parts = urlsplit(text)
        scheme, user = _SCHEMES.get(parts.scheme, ""), parts.username
        host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname or ""
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return ""
    if not scheme or not parts.path.strip("/"):
        return ""
    kept = urlencode([(name, value) for name, value in parse_qsl(parts.query) if name in {"sslmode", "host"}])
    return urlunsplit((scheme, f"{f'{user}@' if user else ''}{host}{port}", parts.path, kept, ""))
