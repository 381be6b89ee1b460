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

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from core.backends.catalogs.ledger import CatalogLedger
from core.backends.catalogs.relational import RelationalCatalog, RelationalEditor
from core.backends.catalogs.relational_tables import create, execute, find
from core.backends.catalogs.server_engines import SqlServer, is_gone
from core.errors import StoreError
from core.model import Manifest
from core.model.tables import TABLES
from core.ports import Row, StoreAddress, WriteTables


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
