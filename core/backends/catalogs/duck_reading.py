"""Read a catalog of DuckDB from several threads at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Any

import duckdb

from core.backends.catalogs.named_queries import SqlCatalog
from core.errors import SettingsError, StoreError, cause, reading_step
from core.model import Manifest
from core.model.tables import TABLES

if TYPE_CHECKING:
    import pandas as pd

SEALED: dict[str, object] = {
    "enable_external_access": False,  # a query reads this catalog, no other file, and writes none
    "python_enable_replacements": False,
    "lock_configuration": True,
}
VIEWS: Mapping[str, str] = {
    "call_edges": """
        SELECT s.file_path || '::' || s.identifier AS caller_id, t.file_path || '::' || t.identifier AS callee_id,
               CASE WHEN r.kind = 'imports' THEN 'module_import' WHEN s.file_path = t.file_path THEN 'same_file'
                    ELSE 'cross_file' END AS edge_type,
               {project} AS project_name, r.kind AS kind, r.file_path AS file_path, r.line AS line, r.certainty AS certainty
        FROM relations r JOIN units s ON s."key" = r.source JOIN units t ON t."key" = r.target
        WHERE r.kind IN ('calls', 'imports')""",
}
"""The query behind each view; `{project}` stands for the name of the repository that the row is of."""


class DuckCatalog(SqlCatalog):
    """One generation's catalog, open read-only; each call has a cursor of its own, since shared ones mix up results."""

    place = "rowid"
    holds = "contains({}, ?)"
    inside = "{}->>'{}'"

    def __init__(self, path: Path, manifest: Manifest) -> None:
        super().__init__(manifest)
        try:
            self._connection = duckdb.connect(str(path), read_only=True, config={**SEALED, "threads": 2})
        except duckdb.Error as problem:
            step = reading_step(problem, f"Run: orienteer index {manifest.root} --full")
            raise StoreError(f"The catalog {path} cannot be read: {cause(problem)}. {step}") from problem

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def sql(self, statement: str, parameters: Sequence[object] = ()) -> pd.DataFrame:
        """Return the rows of a read-only query over the documented tables; raises `SettingsError` for one that fails."""
        return frame_of(self._connection, statement, parameters, self.manifest)

    def query(self, statement: str, most: int, seconds: float) -> list[dict[str, object]]:
        """Return at most so many rows of a read-only query; raises `SettingsError` for one that fails or takes longer."""
        return some_rows(self._connection, statement, most, seconds, self.manifest)

    def among(self, statement: str, values: Sequence[str] | Sequence[int]) -> list[tuple[Any, ...]]:
        """Return the rows of a statement in which `{}` stands for these values."""
        return self.rows(statement.format("(SELECT unnest(?))"), [list(values)])

    def rows(self, statement: str, parameters: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Return the rows as tuples, without pandas, whose import takes most of a second; `StoreError` for a damaged file."""
        try:
            with self._connection.cursor() as cursor:
                rows: list[tuple[Any, ...]] = cursor.execute(statement, list(parameters)).fetchall()
                return rows
        except duckdb.Error as problem:
            message = f"The catalog of '{self.manifest.name}' is damaged: {problem}. "
            raise StoreError(f"{message}Run: orienteer index {self.manifest.root} --full") from problem


def frame_of(
    connection: duckdb.DuckDBPyConnection, statement: str, parameters: Sequence[object], manifest: Manifest
) -> pd.DataFrame:
    """Return what a person's query gives; raises `SettingsError` with the tables for one that fails."""
    try:
        with connection.cursor() as cursor:
            make_views(cursor, statement, manifest)
            frame: pd.DataFrame = cursor.execute(statement, list(parameters)).fetchdf()
            return frame
    except duckdb.Error as problem:
        raise _refused(problem) from problem


def some_rows(
    connection: duckdb.DuckDBPyConnection, statement: str, most: int, seconds: float, manifest: Manifest
) -> list[dict[str, object]]:
    """Return at most so many rows of a query by name; raises `SettingsError` for one that fails or takes longer."""
    with connection.cursor() as cursor:
        clock = Timer(seconds, cursor.interrupt)
        clock.start()
        try:
            make_views(cursor, statement, manifest)
            done = cursor.execute(statement)
            if done is None:  # blanks, comments
                raise SettingsError("The query is empty. Write a statement such as SELECT count(*) FROM units.")
            names = [str(column[0]) for column in done.description or ()]
            return [dict(zip(names, row, strict=True)) for row in done.fetchmany(most)]
        except duckdb.InterruptException as problem:
            raise SettingsError(
                f"The query took longer than {seconds:g} seconds and was stopped. Add a LIMIT or a condition."
            ) from problem
        except duckdb.Error as problem:
            raise _refused(problem) from problem
        finally:
            clock.cancel()


def _refused(problem: duckdb.Error) -> SettingsError:
    return SettingsError(f"The query failed: {problem}\nThe tables are: {', '.join((*TABLES, *VIEWS))}.")


def make_views(cursor: duckdb.DuckDBPyConnection, statement: str, manifest: Manifest) -> None:
    """Make the views that a statement names, for its cursor alone; in a set a repository is the first folder of its paths."""
    name = manifest.name.replace("'", "''")
    project = "split_part(s.file_path, '/', 1)" if manifest.members else f"'{name}'"
    for view, query in VIEWS.items():
        if view in statement.lower():
            cursor.execute(f"CREATE OR REPLACE TEMP VIEW {view} AS {query.format(project=project)}")
