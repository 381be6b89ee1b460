"""Values with rows: as a pandas frame, and as an Arrow table for Polars, DuckDB or Parquet."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from core.errors import MissingExtra
from core.model.shown import Shown

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa


class Framed(Shown):
    """A value whose rows are a frame or an Arrow table."""

    __slots__ = ()

    @abstractmethod
    def to_frame(self) -> pd.DataFrame:
        """Return the rows as a pandas frame."""

    def to_arrow(self) -> pa.Table:
        """Return the rows of `to_frame` as an Arrow table; raises `MissingExtra` without pyarrow."""
        return arrow_table(self.to_frame())


class FramedRows(Framed):
    """A value whose frame has its `to_rows`, and its `columns` even without a row."""

    __slots__ = ()

    @property
    @abstractmethod
    def columns(self) -> Sequence[str]:
        """The names of the columns, in order."""

    @abstractmethod
    def to_rows(self) -> Sequence[Mapping[str, object]]:
        """Return the rows as flat dictionaries."""

    def to_frame(self) -> pd.DataFrame:
        """Return the rows as a DataFrame; without rows it has only the columns."""
        import pandas as pd

        return pd.DataFrame(self.to_rows(), columns=list(self.columns))


def arrow_table(frame: pd.DataFrame) -> pa.Table:
    """Return a frame as an Arrow table without its row labels; raises `MissingExtra` without pyarrow."""
    try:
        import pyarrow as pa
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] != "pyarrow":
            raise
        raise MissingExtra("pyarrow", "notebooks") from missing
    return pa.Table.from_pandas(frame, preserve_index=False)
