"""Modules and classes that settings name: `include Config.state_machines.payment` where `payment` has a default."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from core.extract.facts import FileFacts
from core.extract.ruby.reading.values import key_of

_SETTING = re.compile(r"^(?:::)?[A-Z][\w:]*(?:\.\w+)*\.(\w+)$")
_NAME = re.compile(r"^(?:::)?[A-Z]\w*(?:::[A-Z]\w*)*$")


class Configured:
    """The settings of an application whose default is the name of a class or module; they are read when first asked for."""

    def __init__(self, files: Sequence[FileFacts]) -> None:
        self._files = files
        self._defaults: dict[str, set[tuple[str, str]]] | None = None

    def of(self, code: str) -> str:
        """Return what a chain of settings gives: of several with its last name that of the class called as the one before.

        Empty where no setting, or more than one, has the name.
        """
        found = _SETTING.match(code)
        if found is None:
            return ""
        known = self._read().get(found[1], set())
        holder = code.split(".")[-2].rpartition(":")[2].replace("_", "").lower()
        near = {value for owner, value in known if owner.replace("_", "").lower() == holder}
        values = near or {value for _, value in known}
        return values.pop() if len(values) == 1 else ""

    def _read(self) -> dict[str, set[tuple[str, str]]]:
        if self._defaults is None:
            self._defaults = defaultdict(set)
            for facts in self._files:
                for one in facts.declarations:
                    value = one.options.get("default")
                    if isinstance(value, str) and _NAME.match(value) and one.arguments and isinstance(one.arguments[0], str):
                        owner = facts.definitions[one.scope].name if one.scope >= 0 else ""
                        self._defaults[key_of(one.arguments[0])].add((owner, value))
        return self._defaults
