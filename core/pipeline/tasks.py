"""Tasks for workers: read one checkout, or embed some texts. The result does not depend on the worker or the time."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import tempfile
import threading
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import MissingExtra, ServiceError, SourceError, WorkbenchError
from core.extract.read import readers_version
from core.extract.run import snapshot, understand
from core.model import Extraction
from core.settings import EmbedSettings, ExtractSettings, Settings

if TYPE_CHECKING:
    from core.ports import Embedder, Vectors

_COMPRESSION = 1  # of what goes over the network: a fifth of the bytes for a tenth of a second


@dataclass(frozen=True, slots=True)
class ReadCheckout:
    """What reading a checkout gave: beside its units what linkers leave behind, and the facts of files by their keys."""

    extraction: Extraction
    left: Mapping[str, bytes]
    facts: Mapping[str, bytes]


class _KeptFacts(dict[str, bytes]):
    """A `FactsCache` in memory, empty at first."""

    def get(self, keys: Sequence[str]) -> dict[str, bytes]:  # type: ignore[override]
        """Return nothing: all is read."""
        return {}

    def put(self, entries: Mapping[str, bytes]) -> None:
        """Keep bytes by key."""
        self.update(entries)


def version() -> str:
    """Return what must be the same where one index is worked for: readers and Python."""
    return f"{readers_version()} {sys.version_info[:2]}"


def read_checkout(root: str, fingerprint: str, settings: ExtractSettings, attempt: int = 0) -> bytes:
    """Return a `ReadCheckout`, packed; raises `SourceError` when the checkout is not there or has other files than expected.

    A process of its own does it: reading forks others, which never come to an end where threads are running, as in workers.
    Another `attempt` only makes it another task.
    """
    asked = pickle.dumps((root, fingerprint, settings))
    with tempfile.TemporaryDirectory(prefix="orienteer-read-") as folder:
        path = Path(folder) / "read"
        own = str(Path(__file__).parents[2])
        paths = os.pathsep.join(filter(None, (own, os.environ.get("PYTHONPATH", ""))))
        with subprocess.Popen(
            [sys.executable, "-c", "from core.pipeline.tasks import serve_reading; serve_reading()", str(path)],
            stdin=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "PYTHONPATH": paths}, cwd=folder,
        ) as process:  # fmt: skip
            assert process.stdin is not None
            assert process.stderr is not None
            process.stdin.write(len(asked).to_bytes(8) + asked)
            process.stdin.flush()  # and left open: its end tells that this worker died
            told = process.stderr.read()
        if process.returncode:
            ended = f"Reading {root} ended with status {process.returncode}: a worker's memory may be short."
            raise SourceError(_last_line(told) or ended)
        return path.read_bytes()


def unpacked_reading(data: bytes) -> ReadCheckout:
    """Return what `read_checkout` packed."""
    read: ReadCheckout = pickle.loads(zlib.decompress(data))
    return read


def embed_texts(settings: EmbedSettings, texts: tuple[str, ...], attempt: int = 0) -> Vectors:
    """Return the vectors of texts; another `attempt` only makes it another task."""
    try:
        vectors: Vectors = _embedder(settings).embed(texts)
    except MissingExtra as missing:
        raise ServiceError(f"On a worker {missing}") from None
    return vectors


def serve_reading() -> None:
    """Read the checkout that stdin names, and write it to the file of the first argument; end when stdin ends."""
    root, fingerprint, settings = pickle.loads(_bytes(int.from_bytes(_bytes(8))))
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        data = _read(Path(root), fingerprint, settings)
    except WorkbenchError as problem:
        sys.stderr.write(str(problem))
        sys.stderr.flush()
        os._exit(1)
    Path(sys.argv[1]).write_bytes(data)
    os._exit(0)


def _read(root: Path, fingerprint: str, settings: ExtractSettings) -> bytes:
    from core.pipeline.again import Keeping

    taken = snapshot(root, settings)
    if taken.fingerprint != fingerprint:
        message = f"A worker has other files at {root} than this machine."
        raise SourceError(f"{message} Give both the same folder, and do not change it during the run.")
    facts, keeping = _KeptFacts(), Keeping.of(taken)
    extraction = understand(taken, facts, keep=keeping.take)
    return zlib.compress(pickle.dumps(ReadCheckout(extraction, keeping.kept, dict(facts))), _COMPRESSION)


def _bytes(size: int) -> bytes:
    """Return bytes of stdin, without Python's object for it: the lock of that would be held for ever in forks."""
    found = b""
    while len(found) < size:
        some = os.read(0, size - len(found))
        if not some:
            os._exit(1)
        found += some
    return found


def _end_with_parent() -> None:
    os.read(0, 1)
    os._exit(1)


def _last_line(told: bytes) -> str:
    lines = [line.strip() for line in told.decode(errors="replace").splitlines() if line.strip()]
    return lines[-1] if lines else ""


@lru_cache(maxsize=1)
def _embedder(settings: EmbedSettings) -> Embedder:
    from core.backends import products

    return products(Settings(embed=settings)).embedder()
