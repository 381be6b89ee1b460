"""Models of FastEmbed that are on this machine; nothing is downloaded."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import fastembed
import numpy as np

from core.backends.embedders.weights import digest
from core.errors import SettingsError
from core.settings import EmbedSettings

if TYPE_CHECKING:
    from core.ports import Vectors

_USUAL = "BAAI/bge-small-en-v1.5"
_WEIGHTS = "model.onnx"


class FastEmbedder:
    """The model `embed.model` by its name in FastEmbed's cache, or as NAME=FOLDER; it is loaded when it first embeds."""

    def __init__(self, settings: EmbedSettings) -> None:
        self._model_name, _, self._folder = (settings.model or _USUAL).partition("=")
        self._batch = settings.batch
        self._using = threading.Lock()
        known = {row["model"]: row["dim"] for row in fastembed.TextEmbedding.list_supported_models()}
        if self._model_name not in known:
            raise SettingsError(f"FastEmbed has no model '{self._model_name}'. Set embed.model to one of: {_USUAL}.")
        self.dimensions = int(known[self._model_name])

    @cached_property
    def name(self) -> str:
        """The model's name; of one in a folder also the digest of its weights."""
        weights = Path(self._folder, _WEIGHTS)
        if self._folder and not weights.is_file():
            raise SettingsError(f"{self._folder} contains no {_WEIGHTS}. Set embed.model to NAME=FOLDER of a model.")
        return f"fastembed/{self._model_name}" + (f"/{digest(weights)[:8]}" if self._folder else "")

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return an array of shape (len(texts), dimensions), rows normalised, in the order of the texts."""
        with self._using:
            return self._rows(list(self._model.passage_embed(list(texts), batch_size=self._batch)))

    def embed_question(self, question: str) -> Vectors:
        """Return the vector of a question, with what the model wants before one."""
        with self._using:
            vector: Vectors = self._rows(list(self._model.query_embed(question)))[0]
        return vector

    def _rows(self, found: list[Vectors]) -> Vectors:
        rows = np.asarray(found, dtype=np.float32).reshape(len(found), self.dimensions)
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        vectors: Vectors = (rows / np.where(lengths > 0, lengths, 1)).astype(np.float32)
        return vectors

    @cached_property
    def _model(self) -> fastembed.TextEmbedding:
        try:
            return fastembed.TextEmbedding(
                self._model_name, specific_model_path=self._folder or None, local_files_only=True, lazy_load=False
            )
        except Exception as problem:  # FastEmbed raises plain ones, and all mean that the model is not there as it should be
            message = f"The model '{self._model_name}' is not in FastEmbed's cache, and nothing is downloaded"
            raise SettingsError(
                f"{message} ({type(problem).__name__}). Set embed.model to NAME=FOLDER of a model."
            ) from problem
