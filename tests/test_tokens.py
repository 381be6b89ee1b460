from __future__ import annotations

import hashlib
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import SettingsError
from core.text import tokens
from core.text.tokens import ENCODINGS, LineCounter, count_many, count_tokens, truncate
from tests.examples import examples


def test_counts_are_those_of_tiktoken() -> None:
    assert count_tokens("") == 0
    assert count_tokens("hello world") == 2
    assert count_tokens("def total(self):\n    return 1\n") == 9
    assert count_tokens("hello world", "o200k_base") == 2


def test_text_that_looks_like_a_special_token_is_text() -> None:
    assert count_tokens("<|endoftext|>") > 1


def test_an_unknown_encoding_is_refused_with_the_known_ones() -> None:
    with pytest.raises(SettingsError, match="cl100k_base, o200k_base"):
        count_tokens("x", "gpt-9")


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_many_texts_are_counted_in_their_order(encoding: str) -> None:
    texts = [f"line {number} of größe 😀" * (number % 7) for number in range(1203)]
    assert count_many(texts, encoding) == [count_tokens(text, encoding) for text in texts]


_BREAKS = st.sampled_from(
    ["\n", "\n\n", "\r\n", "\n  ", "\n/", "}\n/", ");\n//", "\u2028", "\x1c\n", "\x0b", "\t", " ", "'s", "é", "🙂", "12"]
)


@pytest.mark.parametrize("encoding", ENCODINGS)
@examples(300)
@given(st.lists(st.one_of(_BREAKS, st.text(max_size=6), st.text("ab ={}/\n", max_size=12))).map("".join))
def test_counting_line_by_line_counts_the_same(encoding: str, text: str) -> None:
    count = LineCounter(encoding)
    assert [count(text), count(text)] == [count_tokens(text, encoding)] * 2


@examples(60)
@given(st.text(max_size=80), st.integers(-1, 30))
def test_a_truncated_text_fits_and_is_a_beginning(text: str, limit: int) -> None:
    short = truncate(text, limit)
    assert text.startswith(short)
    assert count_tokens(short) <= max(limit, 0)
    assert short == text or count_tokens(text) > limit


def test_ranks_are_unpacked_once_and_checked_and_the_environment_is_left_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("TIKTOKEN_CACHE_DIR", raising=False)
    tokens._encoding.cache_clear()
    assert count_tokens("hello world") == 2
    unpacked, made = sorted((tmp_path / "orienteer" / "tiktoken").iterdir(), key=lambda path: path.suffix)
    intact = hashlib.sha256(unpacked.read_bytes()).hexdigest()
    unpacked.write_bytes(b"damaged")
    made.write_bytes(made.read_bytes()[:-1] + b"?")
    tokens._encoding.cache_clear()
    assert count_tokens("hello world") == 2
    assert hashlib.sha256(unpacked.read_bytes()).hexdigest() == intact
    assert "TIKTOKEN_CACHE_DIR" not in os.environ
    tokens._encoding.cache_clear()


def test_no_connection_is_attempted(tmp_path: Path) -> None:
    script = (
        "import socket\n"
        "def refuse(*a, **k): raise AssertionError('a connection was attempted')\n"
        "socket.socket.connect = refuse; socket.getaddrinfo = refuse\n"
        "from core.text.tokens import count_tokens, ENCODINGS\n"
        "print([count_tokens('hello world', name) for name in ENCODINGS])\n"
    )
    assert socket  # the module that the script cripples exists under this name
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=False)
    assert done.stdout == "[2, 2]\n", done.stderr
