"""Catalogs in files of SQLite, which other programs read too: a file for each, `NAMESPACE.sqlite`."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, create_engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool

from core.backends.catalogs.files import FileStore, file_at
from core.backends.catalogs.relational import RelationalCatalog, RelationalEditor
from core.backends.catalogs.relational_tables import create
from core.errors import StoreError, next_step, reading_step
from core.model import Manifest
from core.model.tables import TRUTH
from core.ports import Row, StoreAddress, WriteTables

sqlite3.register_converter(TRUTH, lambda written: written == b"1")


class SqliteStore(FileStore):
    """The catalog at an address, in a file."""

    ending = "sqlite"

    def reader(self, manifest: Manifest) -> SqliteCatalog:
        """Open it for reading; raises `StoreError` when it is damaged or not there."""
        return SqliteCatalog(self._path, manifest)

    @contextmanager
    def writer(self) -> Iterator[WriteTables]:
        """Create the file and give what writes tables into it; raises `StoreError` when it cannot be written."""
        with _writing(self._path) as connection:

            def write(tables: Mapping[str, Iterable[Row]]) -> None:
                for name, rows in tables.items():
                    create(connection, name, rows)

            yield write

    @contextmanager
    def editor(self, before: StoreAddress) -> Iterator[RelationalEditor]:
        """Copy the catalog at another address and give what changes the copy."""
        shutil.copyfile(file_at(before, self.ending), self._path)
        with _writing(self._path) as connection:
            yield RelationalEditor(connection)


class SqliteCatalog(RelationalCatalog):
    """One generation's catalog in a file, open read-only."""

    holds = "instr({}, ?) > 0"
    inside = "json_extract({}, '$.{}')"

    def __init__(self, path: Path, manifest: Manifest) -> None:
        def connect() -> sqlite3.Connection:
            address = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
            return sqlite3.connect(address, uri=True, check_same_thread=False, detect_types=sqlite3.PARSE_DECLTYPES)

        super().__init__(create_engine("sqlite://", creator=connect, poolclass=StaticPool), manifest)
        self._path = path
        self.rows("SELECT count(*) FROM units LIMIT 1")

    def failed(self, problem: DBAPIError) -> StoreError:
        """Return that the file is damaged, or may not be read."""
        anew = f"Run: orienteer index {self.manifest.root} --full"
        step = reading_step(problem, anew) if self._path.exists() else anew  # of a missing one it says the same
        return StoreError(f"The catalog {self._path} cannot be read: {problem.orig}. {step}")


@contextmanager
def _writing(path: Path) -> Iterator[Connection]:
    """Give a connection that keeps no journal: until it is whole, nobody else knows the file."""
    engine = create_engine("sqlite://", creator=lambda: sqlite3.connect(path), poolclass=StaticPool)
    try:
        with engine.connect() as connection:
            for pragma in ("journal_mode = OFF", "synchronous = OFF"):
                connection.exec_driver_sql(f"PRAGMA {pragma}")
            yield connection
            connection.commit()
    except DBAPIError as problem:
        message = f"The catalog {path} cannot be written: {problem.orig}. The previous index is unchanged."
        raise StoreError(f"{message} {next_step(problem, 'Free some disk space.')}") from problem
    finally:
        engine.dispose()
