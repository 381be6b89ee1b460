"""Which catalogs a server has: the row of a namespace says in which schema it is held, and whether it is whole."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Boolean, Column, Connection, Integer, MetaData, String, Table, delete, insert, inspect, select, update
from sqlalchemy.exc import DBAPIError

from core.backends.catalogs.server_engines import SqlServer

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
