"""A real cross-encoder of a few hundred bytes: a table of word weights, summed over the words of the text.

The graph is written down in the wire format of protocol buffers (onnx.proto3), so that no package for it is needed.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from pathlib import Path

_FLOAT, _INT64 = 1, 7


def write_cross_encoder(folder: Path, weights: Mapping[str, float], outputs: int = 1) -> Path:
    """Write model.onnx and tokenizer.json; a pair's score is the sum of the weights of the words of its second text.

    With two outputs the model gives the score twice, negated first, as a classifier does; unknown words weigh 0.
    """
    folder.mkdir(parents=True, exist_ok=True)
    words = ["[UNK]", "[SEP]", *weights]
    rows = [0.0, 0.0, *weights.values()]
    table = [value for row in rows for value in ((row,) if outputs == 1 else (-row, row))]
    (folder / "model.onnx").write_bytes(_model(len(words), outputs, table))
    (folder / "tokenizer.json").write_text(json.dumps(_tokenizer(words)), encoding="utf-8")
    return folder


def _model(words: int, outputs: int, table: list[float]) -> bytes:
    steps = (
        _node("Mul", ("attention_mask", "token_type_ids"), "second"),
        _node("Cast", ("second",), "counted", _int("to", _FLOAT)),
        _node("Unsqueeze", ("counted",), "column", _ints("axes", 2)),
        _node("Gather", ("weights", "input_ids"), "found"),
        _node("Mul", ("found", "column"), "kept"),
        _node("ReduceSum", ("kept",), "logits", _ints("axes", 1), _int("keepdims", 0)),
    )
    graph = b"".join(_field(1, step) for step in steps) + _field(2, b"tiny")
    tensor = _varint(1, words) + _varint(1, outputs) + _varint(2, _FLOAT) + _field(8, b"weights")
    graph += _field(5, tensor + _field(9, struct.pack(f"<{len(table)}f", *table)))
    for name in ("input_ids", "attention_mask", "token_type_ids"):
        graph += _field(11, _value(name, _INT64, "batch", "length"))
    graph += _field(12, _value("logits", _FLOAT, "batch", outputs))
    return _varint(1, 6) + _field(8, _field(1, b"") + _varint(2, 11)) + _field(7, graph)


def _node(kind: str, inputs: tuple[str, ...], output: str, *attributes: bytes) -> bytes:
    named = b"".join(_field(1, name.encode()) for name in inputs) + _field(2, output.encode())
    return named + _field(4, kind.encode()) + b"".join(_field(5, attribute) for attribute in attributes)


def _int(name: str, value: int) -> bytes:
    return _field(1, name.encode()) + _varint(3, value) + _varint(20, 2)


def _ints(name: str, value: int) -> bytes:
    return _field(1, name.encode()) + _varint(8, value) + _varint(20, 7)


def _value(name: str, kind: int, *dimensions: str | int) -> bytes:
    sizes = (_field(2, one.encode()) if isinstance(one, str) else _varint(1, one) for one in dimensions)
    shape = b"".join(_field(1, size) for size in sizes)
    return _field(1, name.encode()) + _field(2, _field(1, _varint(1, kind) + _field(2, shape)))


def _varint(number: int, value: int) -> bytes:
    return _number(number << 3) + _number(value)


def _field(number: int, content: bytes) -> bytes:
    return _number(number << 3 | 2) + _number(len(content)) + content


def _number(value: int) -> bytes:
    found = bytearray()
    while value > 127:
        found.append(value & 127 | 128)
        value >>= 7
    return bytes([*found, value])


def _tokenizer(words: list[str]) -> dict[str, object]:
    second = [{"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "[SEP]", "type_id": 0}}]
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [],
        "normalizer": {"type": "Lowercase"},
        "pre_tokenizer": {"type": "Whitespace"},
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [{"Sequence": {"id": "A", "type_id": 0}}],
            "pair": [*second, {"Sequence": {"id": "B", "type_id": 1}}],
            "special_tokens": {"[SEP]": {"id": "[SEP]", "ids": [1], "tokens": ["[SEP]"]}},
        },
        "decoder": None,
        "model": {"type": "WordLevel", "vocab": {word: number for number, word in enumerate(words)}, "unk_token": "[UNK]"},
    }
