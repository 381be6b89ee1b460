"""What a run of indexing did, in numbers and in a sentence."""

from __future__ import annotations

from dataclasses import dataclass

from core.model import LIBRARIES, Manifest
from core.text.counts import counted_as, name_list

_NAMED = 8  # libraries that are named in a sentence


@dataclass(frozen=True, slots=True)
class IndexReport:
    """What a run of indexing did: the manifest, a sentence with counts and seconds, and details."""

    manifest: Manifest
    changed: bool
    seconds: float
    remarks: tuple[str, ...] = ()  # on what was merged: for instance that a probe is older than the files

    @property
    def sentence(self) -> str:
        """The counts and the time in words."""
        did = "Indexed" if self.changed else "Nothing has changed in"
        return f"{did} {self.manifest.name}: {self._counted} in {self.seconds:.1f} s."

    @property
    def details(self) -> tuple[str, ...]:
        """What is missing from the index or was left out, one sentence each, with commands that go on from there."""
        manifest, counts = self.manifest, self.manifest.counts
        found = []
        if manifest.vectors == "partial":
            made = f"{counts.get('vectors', 0):,} of {counts.get('chunks', 0):,}"
            found.append(f"Sentence vectors: {made}. Run the command again to finish.")
        elif manifest.vectors == "none":
            found.append("No sentence vectors yet. Run again without --no-vectors for search by meaning.")
        if left_out := sum(manifest.problems.values()):
            again = f" The next run tries {manifest.given_up:,} of them again." if manifest.given_up else ""
            skipped = f"{counted_as(left_out, 'file')} skipped or with parse problems"
            found.append(f"{skipped}: orienteer status --coverage -i {manifest.name}.{again}")
        if missing := manifest.missing_libraries:
            found.append(f"Sources not found: {name_list(missing, _NAMED)}. Install them, or --set framework.paths=NAME=FOLDER")
        elif manifest.tallies.get(LIBRARIES, {"libraries read": 1}).get("libraries read") == 0:
            found.append("No libraries to read: this checkout has no lock file or manifest that names them.")
        if masked := counts.get("masked"):
            found.append(f"{counted_as(masked, 'secret')} masked in what was sent to {manifest.embedder}.")
        return (*found, *self.remarks)

    @property
    def summary(self) -> str:
        """The counts and the time without a word of the command line."""
        manifest = self.manifest
        did = "Indexed" if self.changed else "Nothing has changed in"
        made = {"complete": "complete", "partial": "incomplete", "none": "not made"}[manifest.vectors]
        left_out = sum(manifest.problems.values())
        notes = f" {counted_as(left_out, 'file')} skipped or with parse problems: see coverage." if left_out else ""
        return f"{did} {manifest.name}: {self._counted} in {self.seconds:.1f} s; sentence vectors {made}.{notes}"

    @property
    def _counted(self) -> str:
        counts = self.manifest.counts
        sizes = [counted_as(counts[f"{one}s"], one) for one in ("unit", "relation", "file")]
        return ", ".join(sizes)
