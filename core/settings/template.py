"""The file that `orienteer init` writes: a preset with what it stands for, and what else is worth knowing, as comments."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from core.settings.presets import PRESETS, preset_name, preset_values

_HEAD = """\
# How Orienteer reads and keeps this checkout; written by `orienteer init`. `orienteer settings` shows what is in force and
# from where, `orienteer doctor` tries every part. Variables ($ORIENTEER_INDEX_VECTORS) and --set win over this file.
# Keys and passwords never stand here: {keys}.
"""
_TAIL = """
# not_yours = ["guessed", "old/site/**", "!bin"]   # left out of questions and analyses; "guessed": what looks like others' code

# [extract]
# extractors = ["models", "controllers", "services", "jobs", "mailers", "components", "graphql"]  # only these; empty: all
# exclude = ["db/seeds/**"]

# [search]
# similarity_threshold = 0.0   # sentence vectors that are less like the question do not count; fits one embedder

# [assemble]
# budget = 8000                # tokens of an answer

# [framework]
# sources = true               # also the sources of Rails and of the gems that are named directly
# [framework.gems.devise]
# paths = ["lib/devise/models"]
# priority = "high"            # or medium, low

# What differs by environment: the section that $ORIENTEER_ENV names, else $RAILS_ENV, else `development`.
# [environments.test.embed]
# embedder = "hash"
# [environments.test.index]
# vectors = "exact"
"""


def settings_file(preset: str, beside: Mapping[str, str]) -> str:
    """Return the text of a settings file for a preset, none for an empty name, with values that are given beside it."""
    stands_for = preset_values(preset) if preset else {}
    lines = [_HEAD.format(keys=_keys({**stands_for, **beside}))]
    if preset:
        name = preset_name(preset)
        lines += [f"# {PRESETS[name].note}", *(f"#   {key} = {_quoted(value)}" for key, value in stands_for.items())]
        lines.append(f"preset = {_quoted(name)}")
    else:
        lines.append('# preset = "postgresql"        # one of: ' + ", ".join(PRESETS))
    return "\n".join([*lines, *_tables(beside)]) + "\n" + _TAIL


def _tables(values: Mapping[str, str]) -> Iterator[str]:
    grouped: dict[str, dict[str, str]] = {}
    for key, value in values.items():
        group, _, name = key.rpartition(".")
        grouped.setdefault(group, {})[name] = value
    for group, named in sorted(grouped.items()):  # what belongs to no group comes first, as TOML wants it
        yield f"\n[{group}]" if group else ""
        yield from (f"{name} = {_quoted(value)}" for name, value in named.items())


def _keys(values: Mapping[str, str]) -> str:
    named = ["$ORIENTEER_CATALOG_KEY, $ORIENTEER_VECTORS_KEY" if values.get("index.catalog_at") else ""]
    named += ["$OPENAI_API_KEY" if values.get("embed.embedder") == "openai" else ""]
    return ", ".join(filter(None, named)) or "they come from variables such as $ORIENTEER_EMBED_KEY"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
