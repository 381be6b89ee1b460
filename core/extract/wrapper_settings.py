"""What `extract.wrappers` says of methods that hand their argument to a job or a mail, where the rule learned it wrongly."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.errors import SettingsError, did_you_mean
from core.model import CodeUnit

_ROW = re.compile(r"\s*([\w:]+[.#]\w+[?!]?)\s*(?:\((\d+)\))?\s*=\s*(no|(?:[\w:]*\*))\s*")
_EXAMPLE = "'Jobs.enqueue = Jobs::*', 'Queue.push(2) = *' or 'Report.run = no'"


@dataclass(frozen=True, slots=True)
class WrapperSetting:
    """A method, the place of its argument from 0, and the form of the class that it becomes; an empty form is no wrapper."""

    method: str
    place: int
    form: str


def wrapper_settings(rows: Sequence[str]) -> tuple[WrapperSetting, ...]:
    """Return what the rows of the setting say; raises `SettingsError` for a row of another form."""
    found = []
    for row in rows:
        match = _ROW.fullmatch(row)
        if match is None:
            raise SettingsError(f"extract.wrappers has an incomplete row '{row}'. Write {_EXAMPLE}.")
        form = "" if match.group(3) == "no" else match.group(3)
        found.append(WrapperSetting(match.group(1), int(match.group(2) or 1) - 1, form))
    return tuple(found)


def check_wrappers(rows: Sequence[str], units: Iterable[CodeUnit]) -> None:
    """Raise `SettingsError` for a method that the checkout does not have, with the nearest that it has."""
    if not rows:
        return
    known = {unit.identifier for unit in units if unit.type == "method"}
    for one in wrapper_settings(rows):
        if one.method not in known:
            hint = did_you_mean(one.method, sorted(known), "Name a method as Class#method.")
            raise SettingsError(f"extract.wrappers names '{one.method}', which no file defines. {hint}")
