"""Ways to damage the bytes of a file: `mutated` applies a few of them, chosen by chance."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

from benchmarks.fuzz.trees import tree_mutated

Mutation = Callable[[random.Random, bytes, bytes], bytes]
"""Takes the chance, the bytes and those of another file of the same kind."""

MOST_BYTES = 100_000
_ODD_WORDS = (
    b"",
    b"0",
    b"\xc3\xa9",
    b"end",
    b"self",
    b"__proto__",
    b"constructor",
    b"nil",
    b"class",
    b"::",
    b"-1",
    b"1e999",
    b"9" * 400,
    b"a" * 5000,
    b"\xf0\x9f\x98\x80",
    b"\xe2\x80\xa8",
    b"\xed\xa0\x80",
    b"%",
    b"#{",
    b"${",
    b"<%",
    b"%>",
    b"'",
    b'"',
    b"`",
    b"\\",
    b"*",
    b"&a",
    b"*a",
    b"<<: *a",
    b"../..",
    b"/",
    b"[" * 9,
    b"{}",
    b"\t",
    b"\r",
    b"<<~A",
    b"=begin\n",
    b"__END__\n",
    b"'''",
    b"@",
)
_NESTED = (
    (b"(", b")"),
    (b"[", b"]"),
    (b"{", b"}"),
    (b"<", b">"),
    (b"a(", b")"),
    (b"a[", b"]"),
    (b"!", b""),
    (b"-", b""),
    (b"a.", b""),
    (b"class A\n", b"end\n"),
    (b"module A; ", b"end; "),
    (b"if a\n", b"end\n"),
    (b"a do |b|\n", b"end\n"),
    (b"-> { ", b" }"),
    (b"def a\n", b"end\n"),
    (b"namespace :a do\n", b"end\n"),
    (b"fn a() {\n", b"}\n"),
    (b"mod a {\n", b"}\n"),
    (b"A<", b">"),
    (b"m!(", b")"),
    (b"function a() {\n", b"}\n"),
    (b"<a>", b"</a>"),
    (b"`${", b"}`"),
    (b"a ? ", b" : b"),
    (b"lambda a: ", b""),
    (b"<% if a %>", b"<% end %>"),
    (b"#{", b"}"),
    (b'"#{', b'}"'),
    (b"> ", b""),
    (b"- ", b""),
    (b"{a: ", b"}"),
    (b"a = ", b""),
    (b"else if a {", b"}"),
    (b"a + ", b""),
    (b"a && ", b""),
    (b"&", b""),
    (b"#", b""),
    (b"*", b"*"),
    (b"a::", b""),
    (b"/*", b"*/"),
)
_ENCODINGS = ("utf-16", "utf-16-le", "utf-8-sig", "latin-1", "utf-32", "cp037", "shift_jis", "utf-7")


def mutated(
    chance: random.Random, language: str, data: bytes, other: bytes, most: int = MOST_BYTES
) -> tuple[bytes, tuple[str, ...]]:
    """Return at most so many bytes after one to four mutations, and the names of these."""
    names = chance.choices([*MUTATIONS, "tree", "tree", "tree"], k=chance.choice((1, 1, 2, 3, 4)))
    for name in names:
        data = tree_mutated(chance, language, data, other) if name == "tree" else MUTATIONS[name](chance, data, other)
    return data[:most], tuple(names)


def _place(chance: random.Random, data: Sequence[object] | bytes) -> int:
    return chance.randrange(len(data) + 1)


def _piece(chance: random.Random, data: bytes) -> tuple[int, int]:
    start = _place(chance, data)
    return start, min(len(data), start + chance.choice((1, 5, 40, 400, 4000)))


def _flip(chance: random.Random, data: bytes, other: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.choice((1, 3, 20)) if data else 0):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def _cut(chance: random.Random, data: bytes, other: bytes) -> bytes:
    return data[: _place(chance, data)] if chance.random() < 0.5 else data[_place(chance, data) :]


def _drop(chance: random.Random, data: bytes, other: bytes) -> bytes:
    start, end = _piece(chance, data)
    return data[:start] + data[end:]


def _repeat(chance: random.Random, data: bytes, other: bytes) -> bytes:
    start, end = _piece(chance, data)
    return data[:end] + data[start:end] * chance.choice((1, 2, 30, 500)) + data[end:]


def _splice(chance: random.Random, data: bytes, other: bytes) -> bytes:
    place, (start, end) = _place(chance, data), _piece(chance, other)
    return data[:place] + other[start:end] + data[place:]


def _shuffle(chance: random.Random, data: bytes, other: bytes) -> bytes:
    lines = data.split(b"\n")
    start = _place(chance, lines)
    some = lines[start : start + chance.choice((3, 20, 2000))]
    chance.shuffle(some)
    return b"\n".join([*lines[:start], *some, *lines[start + len(some) :]])


def _indent(chance: random.Random, data: bytes, other: bytes) -> bytes:
    lines = data.split(b"\n")
    for _ in range(chance.choice((1, 5, 30))):
        place = chance.randrange(len(lines))
        lines[place] = (
            chance.choice((b"  ", b"\t", b" ", b"        ")) + lines[place] if chance.random() < 0.6 else lines[place].lstrip()
        )
    return b"\n".join(lines)


def _nest(chance: random.Random, data: bytes, other: bytes) -> bytes:
    opening, closing = chance.choice(_NESTED)
    times, place = chance.choice((3, 60, 900, 3000)), _place(chance, data)
    middle = b"" if chance.random() < 0.5 else b"a"
    ends = closing * (times if chance.random() < 0.7 else 0)
    return data[:place] + opening * times + middle + ends + data[place:]


def _stairs(chance: random.Random, data: bytes, other: bytes) -> bytes:
    """Write lines that are each indented deeper than the one before."""
    line = chance.choice((b"a:", b"- a", b"%a", b"p a", b"if a:", b"* a", b"- if a", b"class A:"))
    steps = b"\n".join(b" " * number * 2 + line for number in range(chance.choice((20, 150, 700))))
    place = _place(chance, data)
    return data[:place] + b"\n" + steps + b"\n" + data[place:]


def _encode(chance: random.Random, data: bytes, other: bytes) -> bytes:
    return data.decode("utf-8", "replace").encode(chance.choice(_ENCODINGS), "replace")


def _declare(chance: random.Random, data: bytes, other: bytes) -> bytes:
    name = chance.choice((b"latin-1", b"utf-16", b"rot13", b"base64", b"idna", b"undefined", b"punycode", b"x" * 99, b"utf-7"))
    return b"# coding: " + name + b"\n" + data + b"\xe9"


def _breaks(chance: random.Random, data: bytes, other: bytes) -> bytes:
    return data.replace(b"\n", chance.choice((b"\r\n", b"\r", b"\x0c", "\u2028".encode(), b"\x0b\n", b"", b";")))


def _stretch(chance: random.Random, data: bytes, other: bytes) -> bytes:
    start, end = _piece(chance, data)
    piece = data[start:end].replace(b"\n", b" ") or b"a"
    return data[:start] + piece * min(20_000, MOST_BYTES // len(piece)) + data[end:]


def _odd(chance: random.Random, data: bytes, other: bytes) -> bytes:
    """Put odd words where words stand."""
    places = [found.span() for found in re.finditer(rb"\w+", data)] or [(0, 0)]
    for start, end in sorted(chance.sample(places, min(len(places), chance.choice((1, 4, 30)))), reverse=True):
        data = data[:start] + chance.choice(_ODD_WORDS) + data[end:]
    return data


def _swap_words(chance: random.Random, data: bytes, other: bytes) -> bytes:
    """Call one word of the file like another."""
    words = sorted(set(re.findall(rb"\w+", data))) or [b"a"]
    return re.sub(rb"\b" + chance.choice(words) + rb"\b", chance.choice(words), data)


def _sprinkle(chance: random.Random, data: bytes, other: bytes) -> bytes:
    for _ in range(chance.choice((1, 3, 12))):
        place = _place(chance, data)
        data = data[:place] + chance.choice((*_ODD_WORDS, b"\0", b"\xff", b"\xef\xbb\xbf", b"\x1b[0m")) + data[place:]
    return data


def _empty(chance: random.Random, data: bytes, other: bytes) -> bytes:
    return chance.choice((b"", b"\n", b"\0", b"\xef\xbb\xbf", b"[]", b"{}", b"null", b"1", b'"a"', b"- a", b"---\n---\n", b"a"))


MUTATIONS: dict[str, Mutation] = {
    "flip": _flip,
    "cut": _cut,
    "drop": _drop,
    "repeat": _repeat,
    "splice": _splice,
    "shuffle": _shuffle,
    "indent": _indent,
    "nest": _nest,
    "stairs": _stairs,
    "encode": _encode,
    "declare": _declare,
    "breaks": _breaks,
    "stretch": _stretch,
    "odd": _odd,
    "swap words": _swap_words,
    "sprinkle": _sprinkle,
    "empty": _empty,
}
