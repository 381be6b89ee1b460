"""How far the files of a checkout and the running application agree, by kind of fact."""

from __future__ import annotations

from collections.abc import Mapping

from core.probe.compare import TRUST

NOT_ASKED = "not asked: orienteer probe PATH"


def trust_of(tallies: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]] | str:
    """Return by kind how many facts both sides know or only one; a sentence when no probe was merged."""
    rows = {name.removeprefix(TRUST): dict(tally) for name, tally in tallies.items() if name.startswith(TRUST)}
    return rows or NOT_ASKED
