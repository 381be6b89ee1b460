"""Credentials of Rails and settings of `config.x`, as Ruby names them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.model.environment import CREDENTIAL, READS, SETS, SETTING, EnvironmentLine

_PATH = r"(?P<path>(?:&?\.(?:dig|fetch)\([^()]*\)|&?\.\w+!?|\[\s*:?[\"']?\w+[\"']?\s*\])+)"
_CREDENTIALS = re.compile(rf"Rails\.application\.(?:credentials|secrets){_PATH}")
_SETTINGS = re.compile(
    rf"(?:Rails\.(?:application\.config|configuration)|(?<![\w.@])config)\.x{_PATH}(?P<set>\s*(?:\|\|)?=(?![=~>]))?"
)
_STEP = re.compile(r"&?\.(?:dig|fetch)\((?P<given>[^()]*)\)|&?\.(?P<name>\w+)!?|\[\s*:?[\"']?(?P<key>\w+)[\"']?\s*\]")
_ASKED = re.compile(r":(\w+)|[\"'](\w+)[\"']")
_OF_VALUES = frozenset(
    {
        "present", "presence", "blank", "nil", "to_s", "to_i", "to_h", "to_sym", "strip", "split", "map", "each",
        "symbolize_keys", "merge", "tap", "then", "freeze", "dup", "key", "keys", "values", "config", "any", "empty",
        "reject", "select", "include", "sub", "gsub", "with_indifferent_access", "try", "transform_keys", "read",
        "content_path", "key_path", "write", "inspect", "unpack1", "call", "seconds", "minutes", "hours", "days",
        "megabytes", "size", "first", "last", "except", "slice", "deep_symbolize_keys",
    }
)  # fmt: skip
"""Methods of values, which end a path of keys."""


def rails_lines(text: str) -> Iterator[tuple[int, EnvironmentLine]]:
    """Yield the credentials and settings that Ruby code reads or sets, with their places."""
    for found in _CREDENTIALS.finditer(text):
        if keys := _keys(found["path"]):
            yield found.start(), _told(text, found, ".".join(keys), CREDENTIAL, READS, "credentials")
    for found in _SETTINGS.finditer(text):
        if keys := _keys(found["path"]):
            role = SETS if found["set"] else READS
            yield found.start(), _told(text, found, ".".join(("x", *keys)), SETTING, role, "config.x")


def _told(text: str, found: re.Match[str], name: str, kind: str, role: str, via: str) -> EnvironmentLine:
    return EnvironmentLine(name, kind, role, text.count("\n", 0, found.start()) + 1, via)


def _keys(path: str) -> list[str]:
    keys: list[str] = []
    for step in _STEP.finditer(path):
        if step["given"] is not None:
            asked = [one[0] or one[1] for one in _ASKED.findall(step["given"])]
            return keys + (asked if ".dig(" in step.group() else asked[:1]) if asked else keys
        word = step["name"] or step["key"]
        if step["name"] and word in _OF_VALUES:
            break
        keys.append(word)
    return keys
