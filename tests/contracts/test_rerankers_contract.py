from __future__ import annotations

import math
from pathlib import Path

import pytest

from core.backends import RERANKERS, load
from core.errors import MissingExtra, SettingsError
from core.ports import Reranker
from core.settings import RerankSettings
from tests.tiny_onnx import write_cross_encoder

TEXTS = ["a refund is paid back", "the colour of a basket", "refund refund", "", "x" * 9000]


def _onnx(folder: Path) -> Path:
    return write_cross_encoder(folder, {"refund": 1.0, "colour": -0.5})


def _torch(folder: Path) -> Path:
    """Write a cross-encoder of the real library with weights drawn from a fixed seed."""
    pytest.importorskip("sentence_transformers")
    import torch
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizer

    folder.mkdir()
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "refund", "colour", "basket", "paid"]
    (folder / "vocab.txt").write_text("\n".join(words), encoding="utf-8")
    torch.manual_seed(7)
    config = BertConfig(vocab_size=len(words), hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16)
    config.num_labels = 1
    BertForSequenceClassification(config).save_pretrained(folder)
    BertTokenizer(str(folder / "vocab.txt")).save_pretrained(folder)
    return folder


_MODELS = {"onnx": _onnx, "sentence-transformers": _torch}


@pytest.fixture(params=sorted(_MODELS), scope="module")
def reranker(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Reranker:
    folder = tmp_path_factory.mktemp("model") / "tiny"
    try:
        made: Reranker = load(RERANKERS, request.param)(RerankSettings(request.param, str(_MODELS[request.param](folder))))
    except MissingExtra as missing:
        pytest.skip(str(missing))
    return made


def test_every_text_gets_a_finite_score_in_the_order_of_the_texts(reranker: Reranker) -> None:
    scores = reranker.scores("how is a refund paid", TEXTS)
    assert len(scores) == len(TEXTS)
    assert all(math.isfinite(score) for score in scores)
    backwards = reranker.scores("how is a refund paid", TEXTS[::-1])
    assert backwards == pytest.approx(scores[::-1], abs=1e-5)
    assert len(set(scores)) > 1


def test_a_score_does_not_depend_on_the_other_texts(reranker: Reranker) -> None:
    many = reranker.scores("refund", TEXTS * 5)
    alone = [reranker.scores("refund", [text])[0] for text in TEXTS]
    assert many == pytest.approx(alone * 5, abs=1e-5)


def test_a_question_of_any_length_is_read(reranker: Reranker) -> None:
    assert len(reranker.scores("refund " * 2000, ["refund", "colour"])) == 2


def test_every_reranker_is_tried_here_or_as_a_service() -> None:
    assert RERANKERS.keys() == _MODELS.keys() | {"cohere", "voyage"}  # test_reranking_services.py


@pytest.mark.parametrize("name", sorted(_MODELS))
@pytest.mark.parametrize("model", ["", "/nowhere/at/all"])
def test_a_model_that_is_not_there_is_one_sentence_with_the_setting(name: str, model: str) -> None:
    try:
        with pytest.raises(SettingsError, match=r"rerank\.model"):
            load(RERANKERS, name)(RerankSettings(name, model))
    except MissingExtra as missing:
        pytest.skip(str(missing))
