"""Connections to database servers with catalogs, and the messages for failures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import URL, Connection, Dialect, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import NullPool
from tenacity import Retrying, retry_if_exception, stop_after_delay, wait_fixed

from core.backends.catalogs.relational_tables import execute
from core.errors import SettingsError, StoreError
from core.ports import checked_address
from core.settings import CATALOG_KEY, catalog_key

_DRIVERS = {"postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}
_PATIENCE = 5  # seconds until a server has answered that is asked for a connection
_STARTS = 10  # seconds that a server may take from its start until it has looked through what it was writing
_SLOWEST = 600  # seconds for one statement of MySQL, after which the connection counts as lost
_SESSION = "SET SESSION sql_mode = 'ANSI_QUOTES,STRICT_ALL_TABLES', max_sort_length = 8192"


class SqlServer:
    """The server of an address; nothing is asked of it before the first connection."""

    def __init__(self, at: str, schemes: Sequence[str]) -> None:
        self.at = checked_address(at, "index.catalog_at", CATALOG_KEY)
        self._url = _url(at, schemes)
        self.postgres = self._url.drivername == "postgresql+psycopg"

    def schema(self, number: int) -> str:
        """Return the name of the schema of a catalog; MySQL has one list of them for all databases."""
        return f"orienteer_{number}" if self.postgres else f"{self._url.database}_{number}"

    def engine(self, schema: str) -> Engine:
        """Return connections for readers of a schema: each statement for itself, a lost connection is replaced."""
        engine = self._made(schema, isolation_level="AUTOCOMMIT", pool_pre_ping=True, pool_size=4, max_overflow=28)
        if not self.postgres:
            event.listen(engine, "connect", _recur_to_the_end)
        return engine

    @contextmanager
    def connected(self, schema: str = "") -> Iterator[Connection]:
        """Give one connection, to the database of the address or to a schema; what is not committed is rolled back."""
        with self._made(schema, poolclass=NullPool).connect() as connection:
            yield connection

    def create_schema(self, connection: Connection, schema: str) -> None:
        """Create a schema that is not there."""
        exact = "" if self.postgres else " CHARACTER SET utf8mb4"
        execute(connection, f'CREATE SCHEMA "{schema}"{exact}')

    def drop_schema(self, connection: Connection, schema: str) -> None:
        """Delete a schema with all that it holds."""
        execute(connection, f'DROP SCHEMA IF EXISTS "{schema}"{" CASCADE" if self.postgres else ""}')

    def counted(self, connection: Connection) -> None:
        """Have a server count what was written, so that it chooses its ways well; MySQL does so by itself."""
        if self.postgres:
            execute(connection, "ANALYZE")
            connection.commit()

    @contextmanager
    def told(self) -> Iterator[None]:
        """Tell what fails in the block in one sentence, as a `StoreError`."""
        try:
            yield
        except DBAPIError as problem:
            raise self.failure(problem, "The previous index is unchanged.") from problem

    def failure(self, problem: DBAPIError, next_step: str) -> StoreError:
        """Return one sentence: the server is away or refuses who asks, or what it said of the statement."""
        said = " ".join(str(problem.orig).split("\n")[0].split())
        if problem.connection_invalidated or _is_connection(problem.orig):
            message = f"The catalog server at {self.at} does not answer: {said}."
            return StoreError(f"{message} Start it, or correct index.catalog_at or ${CATALOG_KEY}.")
        return StoreError(f"The catalog at {self.at} cannot be used: {said}. {next_step}")

    def _made(self, schema: str, **how: Any) -> Engine:
        asked: dict[str, object] = {"connect_timeout": _PATIENCE}
        url = self._url
        if self.postgres:
            asked |= {"application_name": "orienteer", "options": f"-c search_path={schema}" if schema else ""}
        else:
            url = url.set(database=schema) if schema else url
            asked |= {"read_timeout": _SLOWEST, "write_timeout": _SLOWEST, "init_command": _SESSION}
            asked |= {"charset": "utf8mb4", "conv": _conversions()}
        engine = create_engine(url, connect_args=asked, **how)
        event.listen(engine, "do_connect", _connected_once_started)
        return engine


def _url(at: str, schemes: Sequence[str]) -> URL:
    try:
        url = make_url(at)
    except (ArgumentError, ValueError) as problem:
        raise SettingsError(f"index.catalog_at cannot be '{at}': {_example(schemes)}.") from problem
    if url.drivername not in schemes or not url.database:
        raise SettingsError(f"index.catalog_at cannot be '{at}': {_example(schemes)}.")
    return url.set(drivername=_DRIVERS.get(url.drivername, "mysql+pymysql"), password=catalog_key(at))


def _example(schemes: Sequence[str]) -> str:
    return f"this catalog takes an address like {schemes[0]}://USER@HOST/DATABASE"


def _is_connection(problem: BaseException | None) -> bool:
    """Tell whether a driver complains of the connection or of who asks, and of no statement."""
    import psycopg
    import pymysql

    if isinstance(problem, pymysql.err.OperationalError):
        return bool(problem.args) and problem.args[0] in {1040, 1044, 1045, 1049, 1130, 2002, 2003, 2006, 2013}
    if isinstance(problem, psycopg.OperationalError):
        return problem.sqlstate is None or problem.sqlstate[:2] in {"08", "28", "3D", "57"}
    return False


def _connected_once_started(dialect: Dialect, _: object, where: Sequence[object], how: dict[str, object]) -> object:
    """Connect, again while a server that was started a moment ago says that it takes no connections yet."""
    attempts = Retrying(
        retry=retry_if_exception(_is_starting), stop=stop_after_delay(_STARTS), wait=wait_fixed(0.2), reraise=True
    )
    return attempts(dialect.connect, *where, **how)


def _is_starting(problem: BaseException) -> bool:
    said = str(problem)  # drivers tell no code of a connection that was refused
    return any(words in said for words in ("the database system is starting up", "not yet accepting", "in recovery mode"))


def is_gone(problem: BaseException | None) -> bool:
    """Tell whether a driver complains of a table or schema that is not there."""
    import psycopg
    import pymysql

    if isinstance(problem, pymysql.err.MySQLError):
        return bool(problem.args) and problem.args[0] in {1049, 1051, 1146}
    return isinstance(problem, psycopg.errors.UndefinedTable | psycopg.errors.InvalidSchemaName)


def _recur_to_the_end(connection: Any, _: object) -> None:
    """Have a server follow a recursion to its end: by itself it stops after 1,000 steps, MariaDB without a word."""
    limit = "max_recursive_iterations" if "MariaDB" in connection.get_server_info() else "cte_max_recursion_depth"
    with connection.cursor() as cursor:
        cursor.execute(f"SET SESSION {limit} = 4294967295")


def _conversions() -> Mapping[int | type, object]:
    """Return how values of MySQL are read: it knows no truths, and the smallest numbers stand for them."""
    from pymysql.constants import FIELD_TYPE
    from pymysql.converters import conversions

    return {**conversions, FIELD_TYPE.TINY: lambda written: written == "1"}
