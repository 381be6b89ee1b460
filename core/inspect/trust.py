"""How far the files of a checkout and the running application agree, by kind of fact."""

from __future__ import annotations

from collections.abc import Mapping

from core.probe.compare import BOTH, DIFFER, RUNTIME_ONLY, STATIC_ONLY, TRUST

NOT_ASKED = "not compared. Run: orienteer probe PATH"
_OUTCOMES = (BOTH, DIFFER, STATIC_ONLY, RUNTIME_ONLY)


def trust_of(tallies: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]] | str:
    """Return by kind how many facts both sides know alike, know differently, or only one knows.

    A sentence when no probe was merged.
    """
    rows = {name.removeprefix(TRUST): tally for name, tally in tallies.items() if name.startswith(TRUST) and BOTH in tally}
    return {kind: {outcome: rows[kind].get(outcome, 0) for outcome in _OUTCOMES} for kind in sorted(rows)} or NOT_ASKED


def unasked(tallies: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    """Return how many things the running application could not be asked, under a readable name; empty without a probe."""
    counts = [tally["errors"] for name, tally in tallies.items() if name.startswith(TRUST) and "errors" in tally]
    return {"not available from the running application": sum(counts)} if counts else {}
