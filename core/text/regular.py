"""Regular expressions whose time grows with the text alone: those of RE2, as DuckDB has them, looked for line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from core.errors import SettingsError

if TYPE_CHECKING:
    import duckdb

_AT_ONCE = 200  # texts that are handed over together
_LINES = """
WITH texts AS (SELECT unnest(range(len($texts))) AS place, unnest($texts) AS text),
     lines AS (SELECT place, string_split(text, chr(10)) AS split FROM texts),
     split_lines AS (SELECT place, generate_subscripts(split, 1) AS number, rtrim(unnest(split), chr(13)) AS line FROM lines)
SELECT place, number, line FROM split_lines WHERE regexp_matches(line, $pattern) ORDER BY place, number
"""


class LinePattern:
    """A regular expression. Raises `SettingsError` for one that RE2 cannot read, and for one that goes with every line.

    RE2 knows no look-around and no back-references, which cannot be found in time that grows with the text alone.
    """

    def __init__(self, pattern: str) -> None:
        import duckdb

        self._pattern = pattern
        self._engine: duckdb.DuckDBPyConnection = duckdb.connect()
        try:
            found = self._engine.execute("SELECT regexp_matches('', ?)", [pattern]).fetchone()
        except duckdb.Error as problem:
            reason = " ".join(str(problem).split()).rpartition("Error: ")[2]
            known = "Patterns are those of RE2, without look-around and back-references."
            raise SettingsError(f"'{pattern}' is not a valid pattern: {reason.rstrip('.')}. {known}") from problem
        if found and found[0]:
            raise SettingsError(f"'{pattern}' matches every line, even an empty one. Write what a line must contain.")

    def lines(self, texts: Sequence[str]) -> Iterator[list[tuple[int, str]]]:
        """Yield for each text, in order, the lines that have the pattern in them, each with its number from 1."""
        for start in range(0, len(texts), _AT_ONCE):
            yield from self._found(texts[start : start + _AT_ONCE])

    def _found(self, texts: Sequence[str]) -> list[list[tuple[int, str]]]:
        found: list[list[tuple[int, str]]] = [[] for _ in texts]
        for place, number, line in self._engine.execute(_LINES, {"texts": list(texts), "pattern": self._pattern}).fetchall():
            found[place].append((number, line))
        return found
