"""A cross-encoder in ONNX form, by onnxruntime and tokenizers, which come with the base installation.

The folder is laid out as model hubs do: `tokenizer.json` beside `model.onnx` or `onnx/model.onnx`.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.errors import SettingsError, cause
from core.settings import RerankSettings

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Encoding, Tokenizer

_MODELS = ("model.onnx", "onnx/model.onnx")
_INPUTS = ("input_ids", "attention_mask", "token_type_ids")
_PIECES = 256  # word pieces of question and text together: half of what such models take, a third of the time
_BATCH = 8  # pairs per run of the model
_ONE, _TWO = 1, 2  # numbers per pair: a score, or one for "does not fit" and one for "fits"


class OnnxReranker:
    """Loads the model in the folder `rerank.model` when it first scores; raises `SettingsError` when it is none."""

    def __init__(self, settings: RerankSettings) -> None:
        self._folder = Path(settings.model).expanduser()
        found = [self._folder / name for name in _MODELS if (self._folder / name).is_file()]
        if not settings.model or not found or not (self._folder / "tokenizer.json").is_file():
            where = f"'{settings.model}' has no model.onnx with a tokenizer.json" if settings.model else "it is not set"
            raise SettingsError(f"The reranker 'onnx' needs a folder in rerank.model, and {where}. Name one that has both.")
        self._file = found[0]
        self._loading = threading.Lock()
        self.name = f"onnx/{self._folder.name}"

    def scores(self, question: str, texts: Sequence[str]) -> list[float]:
        """Return one score per text, higher is better, in the order of the texts."""
        with self._loading:
            tokenizer, session = self._model
        encoded = tokenizer.encode_batch([(question, text) for text in texts])
        order = sorted(range(len(texts)), key=lambda place: -len(encoded[place].ids))
        found = np.zeros(len(texts))
        for start in range(0, len(order), _BATCH):
            batch = order[start : start + _BATCH]
            found[batch] = self._scored(session, [encoded[place] for place in batch])
        return [float(score) for score in found]

    def _scored(self, session: InferenceSession, rows: Sequence[Encoding]) -> NDArray[np.floating]:
        longest = max(len(row.ids) for row in rows)
        values = {name: np.zeros((len(rows), longest), dtype=np.int64) for name in _INPUTS}
        for place, row in enumerate(rows):
            for name, numbers in zip(_INPUTS, (row.ids, row.attention_mask, row.type_ids), strict=True):
                values[name][place, : len(numbers)] = numbers
        wanted = [entry.name for entry in session.get_inputs()]
        unknown = sorted(set(wanted) - set(_INPUTS))
        if unknown:
            raise SettingsError(
                f"{self._file} is not a cross-encoder for text: it needs '{unknown[0]}'. Set rerank.model to one."
            )
        output = np.asarray(session.run(None, {name: values[name] for name in wanted})[0])
        if output.ndim == _TWO and output.shape == (len(rows), _TWO):
            return np.asarray(output[:, 1] - output[:, 0])
        if output.size == len(rows) * _ONE:
            return output.reshape(len(rows))
        shape = " × ".join(map(str, output.shape[1:]))
        raise SettingsError(f"{self._file} is not a cross-encoder: it gives {shape} numbers per pair. Set rerank.model to one.")

    @cached_property
    def _model(self) -> tuple[Tokenizer, InferenceSession]:
        import onnxruntime
        import tokenizers

        options = onnxruntime.SessionOptions()
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # idle threads must not burn a core
        try:
            session = onnxruntime.InferenceSession(str(self._file), options, providers=["CPUExecutionProvider"])
            tokenizer = tokenizers.Tokenizer.from_file(str(self._folder / "tokenizer.json"))
        except Exception as problem:  # both libraries raise plain ones, and all mean that the files are not what they should be
            raise SettingsError(
                f"The reranker in {self._folder} cannot be loaded: {cause(problem)}. Name an intact model."
            ) from problem
        tokenizer.enable_truncation(_PIECES)
        tokenizer.no_padding()
        return tokenizer, session
