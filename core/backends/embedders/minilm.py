"""The bundled sentence encoder: MiniLM's shape, tuned on questions about code, run by onnxruntime without torch.

Weights and activations of its matrices are 8-bit integers. The range of activations depends on all texts of one run, so texts
are encoded one by one. That makes a vector depend on its text alone, and batches would be no faster.

`encoder/DATA_CARD.md` describes the training data. 128 word pieces did better than 256 on code with a header of names, and
faster.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from core.backends.embedders.word_pieces import read_tokenizer
from core.errors import StoreError, cause
from core.settings import EmbedSettings

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

    from core.ports import Vectors

PIECES = 128
"""The word pieces of a text that are read."""
_WORKERS = max(1, min(4, os.cpu_count() or 1))  # texts at a time, one thread each


class MiniLM:
    """Loads its weights when it first embeds."""

    name = f"minilm-questions/1/{PIECES}"
    dimensions = 384
    weights = Path(__file__).parent / "encoder"
    """The folder with the model in parts, to be joined in the order of their names."""

    def __init__(self, settings: EmbedSettings) -> None:
        self._loading = threading.Lock()

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return an array of shape (len(texts), 384), rows normalised, in the order of the texts."""
        with self._loading:
            tokenizer, session = self._model
        pieces = [encoding.ids for encoding in tokenizer.encode_batch(list(texts))]
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)

        def read(place: int) -> None:
            ids = np.asarray([pieces[place]], dtype=np.int64)
            vectors[place] = session.run(None, {"input_ids": ids, "attention_mask": np.ones_like(ids)})[0][0]

        if len(texts) == 1:
            read(0)
        elif texts:
            with ThreadPoolExecutor(_WORKERS) as pool:
                list(pool.map(read, range(len(texts))))
        return vectors

    def embed_question(self, question: str) -> Vectors:
        """Return the vector of a question, which this model reads like any text."""
        vector: Vectors = self.embed([question])[0]
        return vector

    @cached_property
    def _model(self) -> tuple[Tokenizer, InferenceSession]:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # idle threads must not burn a core
        try:
            weights = b"".join(path.read_bytes() for path in sorted(self.weights.glob("part-*")))
            session = onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])
        except Exception as problem:  # onnxruntime's own errors share no base but this one
            message = f"The model for sentence vectors in {self.weights} cannot be read: {cause(problem)}."
            raise StoreError(f"{message} Reinstall orienteer.") from problem
        return read_tokenizer(PIECES), session
