"""Any CrossEncoder of the sentence-transformers library that is on this machine; nothing is downloaded."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from core.backends.local import model_folder
from core.errors import MissingExtra, SettingsError, cause
from core.settings import RerankSettings

if TYPE_CHECKING:
    from sentence_transformers import CrossEncoder

_PIECES = 256  # word pieces of question and text together: half of what such models take, a third of the time
_BATCH = 8  # pairs per run of the model


class SentenceTransformersReranker:
    """Loads the model `rerank.model` when it first scores; importing the library takes about ten seconds."""

    def __init__(self, settings: RerankSettings) -> None:
        if find_spec("sentence_transformers") is None:
            raise MissingExtra("sentence-transformers", "sentence-transformers")
        if not settings.model:
            message = "The reranker 'sentence-transformers' needs a model, and rerank.model is not set."
            raise SettingsError(f"{message} Name a CrossEncoder that is on this machine, or its folder.")
        self._folder = model_folder(settings.model, "rerank.model")
        self._using = threading.Lock()  # the library's tokenizers are not made for several threads
        self.name = f"sentence-transformers/{self._folder.name if Path(settings.model).is_dir() else settings.model}"

    def scores(self, question: str, texts: Sequence[str]) -> list[float]:
        """Return one score per text, higher is better, in the order of the texts."""
        with self._using:
            found = self._model.predict([(question, text) for text in texts], batch_size=_BATCH, show_progress_bar=False)
        if getattr(found, "ndim", 1) != 1:
            message = f"{self._folder} is not a reranker: it gives {found.shape[1]} numbers per pair."
            raise SettingsError(f"{message} Set rerank.model to a CrossEncoder with one.")
        return [float(score) for score in found]

    @cached_property
    def _model(self) -> CrossEncoder:
        from sentence_transformers import CrossEncoder

        try:
            return CrossEncoder(str(self._folder), device="cpu", local_files_only=True, max_length=_PIECES)
        except (OSError, ValueError) as problem:
            message = f"The reranker in {self._folder} cannot be loaded: {cause(problem)}."
            raise SettingsError(f"{message} Set rerank.model to the folder of a CrossEncoder.") from problem
