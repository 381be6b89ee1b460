"""The address of a store, and the facts of a point that it may receive."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl

from core.errors import SettingsError

_SECRET = re.compile(r"pass|key|token|secret|credential", re.IGNORECASE)
Scalar = str | int | float | bool
Metadata = Mapping[str, Scalar]
"""What is known of a point by name: repository, type, language, file, namespace, is_test, change_frequency, importance (0..1).

The last two change with every commit; a store has them as they were when vectors were last written.
"""


@dataclass(frozen=True, slots=True)
class StoreAddress:
    """Where a store is: a folder or the address of a server (with `://`), and a namespace of its own there.

    A namespace has letters, digits, `.`, `_` and `-`.
    """

    at: str
    namespace: str

    @property
    def folder(self) -> Path | None:
        """The folder of the namespace; None at a server."""
        return None if is_server(self.at) else Path(self.at) / self.namespace


def is_server(at: str) -> bool:
    """Tell whether a store is at a server, and in no folder."""
    return "://" in at


def checked_address(at: str, setting: str, variable: str) -> str:
    """Return the address that a setting gives; raises `SettingsError` when it holds a password, key or token.

    Addresses stand in manifests, on pages and in messages; a password comes from a variable of the environment alone.
    """
    if is_server(at) and _has_secret(at):
        message = f"The setting {setting} contains a password, which would be shown with it."
        raise SettingsError(f"{message} Leave it out of the address and give it as ${variable}.")
    return at


def _has_secret(at: str) -> bool:
    _, _, rest = at.partition("://")
    beside, _, query = rest.partition("?")
    user, at_sign, _ = beside.partition("/")[0].rpartition("@")
    return bool(at_sign and ":" in user) or any(_SECRET.search(name) for name, _ in parse_qsl(query, keep_blank_values=True))
