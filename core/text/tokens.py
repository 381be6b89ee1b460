"""Exact token counts with tiktoken, always offline.

tiktoken downloads the ranks of an encoding unless it finds them in a cache folder. The two files that matter travel in this
package, compressed; they are unpacked into the user's cache once and checked by digest before tiktoken is asked for them.
"""

from __future__ import annotations

import hashlib
import lzma
import marshal
import os
import re
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from core.errors import SettingsError, StoreError, cause
from core.runtime.replacing import write_whole
from core.settings.home import cache_home

if TYPE_CHECKING:
    from tiktoken import Encoding

DEFAULT_ENCODING = "cl100k_base"
_THREADS = 2
_FEW = 500  # texts; fewer are counted before a thread has started
_CARRIED = Path(__file__).parent / "ranks"
_DIGEST = 32  # bytes of a SHA-256
_ENDS = re.compile(r"\n(?!/)(?=[^\S\n]*\S)")
_LONG = 400  # characters; what is longer is not worth remembering
_REMEMBERED = 200_000  # pieces: about 40 MB; beyond that the memory starts anew
_CACHE_VARIABLE = "TIKTOKEN_CACHE_DIR"
_loading = threading.Lock()  # the variable belongs to the whole process


class _Ranks(NamedTuple):
    url_digest: str  # SHA-1 of the address: the name under which tiktoken looks the file up
    sha256: str


_RANKS = {
    "cl100k_base": _Ranks(
        "9b5ad71b2ce5302211f9c61530b329a4922fc6a4", "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"
    ),
    "o200k_base": _Ranks(
        "fb374d419588a4632f3f557e76b4b70aebbca790", "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"
    ),
}
ENCODINGS = tuple(_RANKS)
"""The names of the encodings that can be counted."""


def count_tokens(text: str, encoding: str = DEFAULT_ENCODING) -> int:
    """Return how many tokens the text has; text that looks like a special token is counted as plain text."""
    return len(_encoding(encoding).encode_ordinary(text))


class LineCounter:
    """Counts tokens as `count_tokens` does, and remembers lines: the texts of answers share most of theirs.

    Both encodings first divide a text by a pattern and then each part by itself. No part reaches from one line into the next
    that is not blank and does not begin with a slash (`o200k_base` has one for punctuation, line breaks and slashes), so that
    the tokens of a text are those of its pieces between such starts of lines. Threads may share a counter.
    """

    def __init__(self, encoding: str = DEFAULT_ENCODING) -> None:
        self._encoding = encoding
        self._known: dict[str, int] = {}

    def __call__(self, text: str) -> int:
        """Return how many tokens the text has."""
        *lines, last = _ENDS.split(text)
        known = self._known
        total = known.get(last) or self._count(last)
        for line in lines:
            piece = f"{line}\n"
            total += known.get(piece) or self._count(piece)
        return total

    def _count(self, piece: str) -> int:
        count = count_tokens(piece, self._encoding)
        if len(piece) <= _LONG:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[piece] = count
        return count


def count_many(texts: Sequence[str], encoding: str = DEFAULT_ENCODING) -> list[int]:
    """Return the token count of each text, in order; many texts are counted on two threads, outside Python's lock."""
    encode = _encoding(encoding).encode_ordinary
    if len(texts) < _FEW:
        return [len(encode(text)) for text in texts]
    with ThreadPoolExecutor(_THREADS) as pool:  # tiktoken's own batch hands over each text by itself, which costs more
        shares = [texts[start::_THREADS] for start in range(_THREADS)]
        counted = list(pool.map(lambda share: [len(encode(text)) for text in share], shares))
    counts = [0] * len(texts)
    for start, share in enumerate(counted):
        counts[start::_THREADS] = share
    return counts


def truncate(text: str, limit: int, encoding: str = DEFAULT_ENCODING) -> str:
    """Return the longest beginning of the text that this finds to have at most `limit` tokens, never half a character."""
    if limit <= 0:
        return ""
    encoder = _encoding(encoding)
    tokens = encoder.encode_ordinary(text)
    if len(tokens) <= limit:
        return text
    kept = limit
    while True:  # a shorter text may divide into more tokens than it had as part of the longer one
        beginning = encoder.decode_bytes(tokens[:kept]).decode("utf-8", errors="ignore")
        if count_tokens(beginning, encoding) <= limit:
            return beginning
        kept -= 1


@cache
def _encoding(name: str) -> Encoding:
    """Return the encoding; raises `SettingsError` for a name whose ranks this package does not carry."""
    import tiktoken

    if name not in _RANKS:
        raise SettingsError(f"No encoding '{name}'. Choose from: {', '.join(ENCODINGS)}.")
    return tiktoken.Encoding(**_parts(name, cache_home() / "tiktoken"))


def _parts(name: str, folder: Path) -> dict[str, Any]:
    """Return the arguments of tiktoken's encoding, remembered in the form that Python reads fastest."""
    from importlib.metadata import version  # which takes longer to import than to ask

    stamp = f"{_RANKS[name].sha256} tiktoken {version('tiktoken')} marshal {marshal.version}\n".encode()
    kept = folder / f"{name}.marshal"
    content = kept.read_bytes() if kept.is_file() else b""
    body = content[len(stamp) + _DIGEST :]
    if content.startswith(stamp) and hashlib.sha256(body).digest() == content[len(stamp) : len(stamp) + _DIGEST]:
        parts: dict[str, Any] = marshal.loads(body)
        return parts
    constructors = import_module("tiktoken_ext.openai_public").ENCODING_CONSTRUCTORS
    with _loading, _cache_folder(_unpacked(name, folder)):
        parts = constructors[name]()
    body = marshal.dumps(parts)
    _write(kept, stamp + hashlib.sha256(body).digest() + body)
    return parts


def _unpacked(name: str, folder: Path) -> Path:
    """Make sure that the folder holds the intact ranks under tiktoken's name for them; return the folder."""
    ranks = _RANKS[name]
    target = folder / ranks.url_digest
    if target.is_file() and _digest(target.read_bytes()) == ranks.sha256:
        return folder
    content = lzma.decompress((_CARRIED / f"{name}.tiktoken.xz").read_bytes())
    if _digest(content) != ranks.sha256:
        raise StoreError(f"The token ranks of '{name}' in this installation are damaged. Reinstall orienteer.")
    _write(target, content)
    return folder


def _write(target: Path, content: bytes) -> None:
    """Put a file into the user's cache, whole or not at all."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        write_whole(target, content)
    except OSError as problem:
        message = f"The token ranks cannot be unpacked into {target.parent}: {cause(problem)}."
        raise StoreError(f"{message} Set XDG_CACHE_HOME to a folder with free space.") from problem


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


@contextmanager
def _cache_folder(folder: Path) -> Iterator[None]:
    before = os.environ.get(_CACHE_VARIABLE)
    os.environ[_CACHE_VARIABLE] = str(folder)
    try:
        yield
    finally:
        if before is None:
            del os.environ[_CACHE_VARIABLE]
        else:
            os.environ[_CACHE_VARIABLE] = before
