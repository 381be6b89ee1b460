"""Catalogs on servers of PostgreSQL, MySQL and MariaDB: a schema for each, which a ledger names once it is whole.

    orienteer_catalogs              the ledger, in the database of the address: which namespace is held in which schema
    orienteer_12                    the tables of one catalog (PostgreSQL: a schema; MySQL: a database, DATABASE_12)

Two namespaces may be held in one schema, as two names of one file: a catalog does not change once it is whole. What a writer
leaves that dies is named by no row as whole; it is deleted when the same namespace is written again, or collected.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import ClassVar

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Engine,
    Integer,
    MetaData,
    String,
    Table,
    delete,
    insert,
    inspect,
    select,
    update,
)
from sqlalchemy.exc import DBAPIError

from core.backends.catalogs.relational import RelationalCatalog, RelationalEditor
from core.backends.catalogs.relational_tables import create, execute, find
from core.backends.catalogs.server_engines import SqlServer, is_gone
from core.errors import StoreError
from core.model import Manifest
from core.model.tables import TABLES
from core.ports import Row, StoreAddress, WriteTables

_TABLE = Table(
    "orienteer_catalogs",
    MetaData(),
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("namespace", String(191), nullable=False, unique=True),
    Column("held_in", String(80), nullable=False),
    Column("whole", Boolean, nullable=False),
    mysql_charset="utf8mb4",
    mysql_collate="utf8mb4_bin",
)


class ServerCatalog(RelationalCatalog):
    """One generation's catalog on a server."""

    def __init__(self, engine: Engine, manifest: Manifest, server: SqlServer) -> None:
        super().__init__(engine, manifest)
        self._server = server

    def failed(self, problem: DBAPIError) -> StoreError:
        """Return that the server is away, or that it has the catalog no more: newer generations have taken its place."""
        if is_gone(problem.orig):
            message = f"Generation {self.manifest.generation} of '{self.manifest.name}' is no longer at {self._server.at}:"
            message += f" {self.manifest.name} was indexed again, and index.keep_generations says how many stay."
            again = f"orienteer index {self.manifest.root} --full"
            return StoreError(f"{message} Ask again, and the current one is opened; where there is none, run: {again}")
        return self._server.failure(problem, f"Run: orienteer index {self.manifest.root} --full")


class PostgresCatalog(ServerCatalog):
    """A catalog of PostgreSQL."""

    holds = "strpos({}, ?) > 0"
    inside = "({}::json->>'{}')"


class MysqlCatalog(ServerCatalog):
    """A catalog of MySQL or MariaDB."""

    whole = "CAST({} AS SIGNED)"
    holds = "instr({}, ?) > 0"
    inside = "json_unquote(json_extract({}, '$.{}'))"


class ServerStore:
    """The catalog of a namespace on a server."""

    catalog: ClassVar[type[ServerCatalog]]
    schemes: ClassVar[tuple[str, ...]]

    def __init__(self, address: StoreAddress) -> None:
        self._server = SqlServer(address.at, self.schemes)
        self._namespace = address.namespace
        self._ledger = CatalogLedger(self._server)

    def reader(self, manifest: Manifest) -> ServerCatalog:
        """Open it for reading by any number of threads; raises `StoreError` when it is not there or the server is away."""
        held = self._ledger.held(self._namespace)
        if held is None:
            message = f"No catalog '{self._namespace}' at {self._server.at}."
            raise StoreError(f"{message} Run: orienteer index {manifest.root} --full")
        return type(self).catalog(self._server.engine(held), manifest, self._server)

    @contextmanager
    def writer(self) -> Iterator[WriteTables]:
        """Create it and give what writes tables into it; raises `StoreError` when it cannot be written."""
        with self._begun() as connection:

            def write(tables: Mapping[str, Iterable[Row]]) -> None:
                with self._server.told():
                    for name, rows in tables.items():
                        create(connection, name, rows)

            yield write

    @contextmanager
    def editor(self, before: StoreAddress) -> Iterator[RelationalEditor]:
        """Copy the catalog of another namespace, on the server, and give what changes the copy."""
        held = self._held(before)
        with self._begun() as connection:
            for name in TABLES:
                create(connection, name)
                execute(connection, f"INSERT INTO {name} SELECT * FROM {held}.{name}")
                find(connection, name)
            yield RelationalEditor(connection)

    def begin_as(self, before: StoreAddress) -> None:
        """Be held where the catalog of another namespace is: neither changes."""
        held = self._held(before)
        self.erase()
        self._ledger.share(self._namespace, held)

    def namespaces(self) -> list[str]:
        """Return all namespaces of the ledger, ordered; those that were only begun too."""
        return self._ledger.namespaces()

    def erase(self) -> None:
        """Delete the catalog if there is one; a schema that another namespace names stays."""
        self._ledger.erase(self._namespace)

    def version(self) -> str:
        """Return what the server calls itself; raises `StoreError` when it is away."""
        with self._server.told(), self._server.connected() as connection:
            return str(execute(connection, "SELECT version()")[0][0])

    def _held(self, before: StoreAddress) -> str:
        held = self._ledger.held(before.namespace) if before.at == self._server.at else None
        if held is None:
            raise StoreError(f"No catalog '{before.namespace}' to copy at {self._server.at}.")
        return held

    @contextmanager
    def _begun(self) -> Iterator[Connection]:
        """Give a connection to a new schema, which becomes the catalog when the block ends without an error."""
        self.erase()
        held = self._ledger.begin(self._namespace)
        try:
            with self._server.told(), self._server.connected(held) as connection:
                yield connection
                connection.commit()
                self._server.counted(connection)
            self._ledger.finish(self._namespace)
        except BaseException:
            with suppress(StoreError):  # else it is deleted when the namespace is written again
                self.erase()
            raise


class PostgresStore(ServerStore):
    """The catalog of a namespace in a database of PostgreSQL."""

    catalog = PostgresCatalog
    schemes = ("postgresql", "postgres")


class MysqlStore(ServerStore):
    """The catalog of a namespace beside a database of MySQL or MariaDB."""

    catalog = MysqlCatalog
    schemes = ("mysql", "mariadb")


class CatalogLedger:
    """The ledger of a server; every change is there for all at once."""

    def __init__(self, server: SqlServer) -> None:
        self._server = server

    def held(self, namespace: str) -> str | None:
        """Return the schema of a whole catalog, None where there is none."""
        with self._open() as connection:
            row = connection.execute(select(_TABLE.c.held_in).where(_TABLE.c.namespace == namespace, _TABLE.c.whole)).first()
            return None if row is None else str(row[0])

    def namespaces(self) -> list[str]:
        """Return all namespaces, ordered."""
        with self._open() as connection:
            return sorted(str(name) for (name,) in connection.execute(select(_TABLE.c.namespace)))

    def begin(self, namespace: str) -> str:
        """Create an empty schema for a namespace that has none and return its name."""
        with self._open() as connection:
            row = {"namespace": namespace, "held_in": "", "whole": False}
            number = connection.execute(insert(_TABLE).values(row)).inserted_primary_key
            held = self._server.schema(number[0] if number else 0)
            connection.execute(update(_TABLE).where(_TABLE.c.namespace == namespace).values(held_in=held))
            connection.commit()
            self._server.drop_schema(connection, held)
            self._server.create_schema(connection, held)
            connection.commit()
            return held

    def finish(self, namespace: str) -> None:
        """Say that the catalog of a namespace is whole."""
        with self._open() as connection:
            connection.execute(update(_TABLE).where(_TABLE.c.namespace == namespace).values(whole=True))
            connection.commit()

    def share(self, namespace: str, held: str) -> None:
        """Hold another namespace in a schema that is there."""
        with self._open() as connection:
            connection.execute(insert(_TABLE).values(namespace=namespace, held_in=held, whole=True))
            connection.commit()

    def erase(self, namespace: str) -> None:
        """Forget a namespace, and delete its schema when no other is held there.

        The row goes last: of what is interrupted it still names the schema, for the next who erases.
        """
        with self._open() as connection:
            mine = _TABLE.c.namespace == namespace
            row = connection.execute(select(_TABLE.c.held_in).where(mine)).first()
            if row is None:
                return
            connection.execute(update(_TABLE).where(mine).values(whole=False))
            connection.commit()
            held_here = (_TABLE.c.held_in == row[0], _TABLE.c.namespace != namespace)
            others = connection.execute(select(_TABLE.c.number).where(*held_here)).first()
            if others is None and row[0]:
                self._server.drop_schema(connection, row[0])
            connection.execute(delete(_TABLE).where(mine))
            connection.commit()

    @contextmanager
    def _open(self) -> Iterator[Connection]:
        """Give a connection to the database of the ledger, which is created with the first use."""
        with self._server.told(), self._server.connected() as connection:
            if not inspect(connection).has_table(_TABLE.name):
                try:
                    _TABLE.create(connection)
                    connection.commit()
                except DBAPIError:
                    connection.rollback()
                    if not inspect(connection).has_table(_TABLE.name):  # else another process was first
                        raise
            yield connection
