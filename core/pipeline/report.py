"""What a run of indexing did, in numbers and in a sentence."""

from __future__ import annotations

from dataclasses import dataclass

from core.model import Manifest


@dataclass(frozen=True, slots=True)
class IndexReport:
    """What a run of indexing did: the manifest it left, and one sentence with counts and seconds."""

    manifest: Manifest
    changed: bool
    seconds: float
    remarks: tuple[str, ...] = ()  # on what was merged: for instance that a probe is older than the files

    @property
    def sentence(self) -> str:
        """The counts and the time in words."""
        manifest, counts = self.manifest, self.manifest.counts
        words = f"{counts['word_vectors']:,} word vectors, " if counts.get("word_vectors") else ""
        did = "Indexed" if self.changed else "Nothing has changed in"
        vectors = {
            "complete": f"{counts.get('vectors', 0):,} vectors",
            "partial": f"{counts.get('vectors', 0):,} of {counts.get('chunks', 0):,} vectors (run again to finish)",
            "none": f"{words}no sentence vectors yet (run again without --no-vectors)",
        }[manifest.vectors]
        left_out = sum(manifest.problems.values())
        notes = f"; {left_out} files or places not read as they are (orienteer status --coverage)" if left_out else ""
        if manifest.given_up:
            notes += f"; {manifest.given_up} of them ran out of time or memory, and the next run tries them again"
        if masked := counts.get("masked"):
            notes += f"; {masked:,} secrets were masked in what was sent to {manifest.embedder}"
        return f"{did} {manifest.name}: {self._counted}, {vectors}, {self.seconds:.1f} s{notes}." + "".join(
            f" {remark}" for remark in self.remarks
        )

    @property
    def summary(self) -> str:
        """The counts and the time without a word of the command line."""
        manifest = self.manifest
        did = "Read" if self.changed else "Nothing has changed in"
        made = {"complete": "complete", "partial": "not all made", "none": "not made"}[manifest.vectors]
        left_out = sum(manifest.problems.values())
        notes = f" {left_out} files or places were not read as they are: see coverage." if left_out else ""
        return f"{did} {manifest.name}: {self._counted} in {self.seconds:.1f} s; sentence vectors {made}.{notes}"

    @property
    def _counted(self) -> str:
        counts = self.manifest.counts
        return f"{counts['units']:,} units, {counts['relations']:,} relations in {counts['files']:,} files"
