"""Embedders that are services, each with its real client against recorded shapes on this machine."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from core.backends import EMBEDDERS, load
from core.backends.embedders.remote import EMBEDDING_SERVICES
from core.cli import cli
from core.errors import ServiceError, SettingsError
from core.index.embed import embed_pending
from core.index.opening import open_current
from core.index.place import Place
from core.ports import Embedder, Products
from core.settings import EmbedSettings
from tests.index_samples import put
from tests.model_service import Answer, ModelService, cohere_shape, model_service, ollama_shape, openai_shape, row, voyage_shape

KEY = "sk-never-to-be-shown"
SHAPES: Mapping[str, tuple[Answer, int]] = {
    "openai": (openai_shape(1536), 1536), "ollama": (openai_shape(768), 768), "compatible": (openai_shape(24), 24),
    "voyage": (voyage_shape(1024), 1024), "cohere": (cohere_shape(1536), 1536),
}  # fmt: skip
SECRET = "AKIAIOSFODNN7EXAMPLE"
TOO_MANY = (429, {"retry-after": "0"}, {"error": {"message": "slow down"}})


@pytest.fixture(params=sorted(SHAPES))
def kind(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("ORIENTEER_EMBED_KEY", KEY)
    return str(request.param)


def settings_of(kind: str, service: ModelService, **more: object) -> EmbedSettings:
    own = {"model": "tiny", "dimensions": 24} if kind == "compatible" else {}
    return EmbedSettings(**{"embedder": kind, "url": service.url, "timeout": 5.0, **own, **more})  # type: ignore[arg-type]


def embedder_of(kind: str, service: ModelService, **more: object) -> Embedder:
    made: Embedder = load(EMBEDDERS, kind)(settings_of(kind, service, **more))
    return made


@pytest.fixture
def service(kind: str) -> Iterator[ModelService]:
    with model_service(SHAPES[kind][0]) as one:
        yield one


def test_texts_become_vectors_of_length_one_in_their_order(kind: str, service: ModelService) -> None:
    embedder, size = embedder_of(kind, service), SHAPES[kind][1]
    texts = [f"text {number}" for number in range(150)]
    vectors = embedder.embed(texts)
    assert (vectors.shape, vectors.dtype, embedder.dimensions) == ((150, size), np.float32, size)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(150), abs=1e-4)
    for place in (0, 77, 149):
        assert vectors[place] == pytest.approx(embedder.embed([texts[place]])[0], abs=1e-6)
    assert embedder.embed([]).shape == (0, size)
    assert len(service.bodies) > 4, "parts are asked for at once"
    assert all(len(body.get("input", body.get("texts"))) <= EMBEDDING_SERVICES[kind].texts for body in service.bodies)
    assert set(service.keys) == {f"Bearer {KEY}"}


def test_a_question_is_told_from_what_answers_it(kind: str, service: ModelService) -> None:
    embedder = embedder_of(kind, service)
    embedder.embed(["order total"])
    embedder.embed_question("order total")
    text, question = service.bodies
    if kind in ("voyage", "cohere"):
        said = {"voyage": ("document", "query"), "cohere": ("search_document", "search_query")}[kind]
        assert (text["input_type"], question["input_type"]) == said
    elif kind == "ollama":
        assert (text["input"], question["input"]) == (["search_document: order total"], ["search_query: order total"])
    else:
        assert text == question, "these models read both alike"


def test_a_text_is_cut_to_what_the_model_reads_and_requests_to_what_the_service_takes(
    kind: str, service: ModelService, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = replace(EMBEDDING_SERVICES[kind], request_tokens=100)
    monkeypatch.setitem(EMBEDDING_SERVICES, kind, small)  # type: ignore[arg-type]
    embedder = embedder_of(kind, service)
    embedder.embed(["word " * 30] * 12)
    sizes = [len(body.get("input", body.get("texts"))) for body in service.bodies]
    assert sum(sizes) == 12
    assert max(sizes) <= 3
    service.bodies.clear()
    embedder.embed(["word " * 200_000, ""])
    sent = [text for body in service.bodies for text in body.get("input", body.get("texts"))]
    assert all(0 < len(text) <= 5 * 128_000 for text in sent)


def test_a_busy_service_is_asked_again_when_it_says(kind: str) -> None:
    with model_service(SHAPES[kind][0], TOO_MANY, (503, {"retry-after": "0"}, {}), TOO_MANY) as service:
        vectors = embedder_of(kind, service).embed(["order"])
    assert vectors.shape == (1, SHAPES[kind][1])
    assert len(service.bodies) == 4
    assert service.bodies[0] == service.bodies[3]


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        ((401, {}, {"error": {"message": f"Incorrect API key: {KEY}"}}), "key"),
        ((400, {}, {"error": {"message": "no such model"}}), "400"),
        ((200, {}, b"<html>"), "check|Check"),
        (
            (200, {}, {"data": [{"index": 0, "embedding": [1.0, 2.0]}], "embeddings": {"float": [[1.0, 2.0]]}}),
            "embed.dimensions",
        ),
        ((200, {}, {"data": [], "embeddings": {"float": []}}), "Set|Check"),
        ((200, {}, []), "Check"),
    ],
)
def test_what_is_no_answer_is_told_in_a_sentence_without_the_key(
    kind: str, reply: tuple[int, Mapping[str, str], object], told: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with model_service(lambda path, body: reply) as service, pytest.raises(ServiceError, match=told) as problem:
        embedder_of(kind, service).embed(["order"])
    assert KEY not in f"{problem.value}{problem.value.__cause__}{caplog.text}"


def test_a_service_that_is_away_is_told(kind: str, service: ModelService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.backends.remote._growing", lambda state: 0)
    embedder = embedder_of(kind, replace(service, url="http://127.0.0.1:1/v1"))
    with pytest.raises(ServiceError, match=r"127\.0\.0\.1:1.* does not answer"):
        embedder.embed(["order"])


def test_without_a_key_or_with_an_odd_one_nobody_is_asked(
    kind: str, service: ModelService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ORIENTEER_EMBED_KEY", "two words")
    with pytest.raises(SettingsError, match="ORIENTEER_EMBED_KEY") as problem:
        embedder_of(kind, service)
    assert "two words" not in str(problem.value)
    monkeypatch.delenv("ORIENTEER_EMBED_KEY")
    if EMBEDDING_SERVICES[kind].key:
        with pytest.raises(SettingsError, match=EMBEDDING_SERVICES[kind].key):
            embedder_of(kind, service)
        monkeypatch.setenv(EMBEDDING_SERVICES[kind].key, KEY)
    embedder_of(kind, service)
    assert service.bodies == []


def test_an_unknown_model_needs_its_dimensions_and_another_service_or_length_is_another_name(
    kind: str, service: ModelService
) -> None:
    with pytest.raises(SettingsError, match=r"embed\.dimensions"):
        embedder_of(kind, service, model="never-heard-of", dimensions=0)
    names = {embedder_of(kind, service, dimensions=size).name for size in (256, 512)}
    assert len(names) == (1 if kind == "compatible" else 2)
    with pytest.raises(SettingsError, match=r"embed\.url.*ORIENTEER_EMBED_KEY"):
        embedder_of(kind, replace(service, url="http://me:secret@localhost/v1"))


def elsewhere(kind: str, service: ModelService, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the service taken for one that is not on this machine."""
    monkeypatch.setattr("core.backends.remote.HERE", frozenset())


def test_nothing_is_sent_before_the_user_agreed_to_what_it_costs(
    kind: str, service: ModelService, place: Place, products: Products, monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    caplog.set_level(logging.DEBUG)
    elsewhere(kind, service, monkeypatch)
    put(place, products)
    paid = replace(products, embedder=partial(embedder_of, kind, service))
    cost = "a price that is not known" if kind == "compatible" else r"about \$0\.00"
    with pytest.raises(
        SettingsError, match=rf"\d+ texts with about \d+ tokens would be sent to 127.*, for {cost}; nothing was sent.*--yes"
    ):
        embed_pending(place, paid, 3)
    assert service.bodies == []
    assert open_current(place, products).manifest.vectors == "none"
    agreed = replace(products, embedder=partial(embedder_of, kind, service, agreed=True))
    manifest = embed_pending(place, agreed, 3)
    assert (manifest.vectors, manifest.dimensions) == ("complete", SHAPES[kind][1])
    asked = len(service.bodies)
    with closing(open_current(place, agreed)) as opened:
        assert opened.vectors is not None
        assert opened.vectors.nearest(opened.embedder.embed_question("total"), 3)
    put(place, products)
    embed_pending(place, paid, 3)
    assert len(service.bodies) == asked + 1, "what was embedded is not paid for again, and the question is"
    written = b"".join(file.read_bytes() for file in Path(place.directory).rglob("*") if file.is_file())
    assert KEY.encode() not in written
    assert KEY not in caplog.text


def test_embedding_that_was_interrupted_goes_on_where_it_was(
    kind: str, service: ModelService, place: Place, products: Products, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.index.embed._BATCH", 2)
    put(place, products)
    answer, size = SHAPES[kind]
    refusals = [answer] * 2

    def breaking(path: str, body: dict[str, object]) -> tuple[int, Mapping[str, str], object]:
        return refusals.pop()(path, body) if refusals else (400, {}, {})

    with model_service(breaking) as other, pytest.raises(ServiceError):
        embed_pending(place, replace(products, embedder=partial(embedder_of, kind, other)), 3)
    embed_pending(place, replace(products, embedder=partial(embedder_of, kind, service)), 3)
    sent = [text for body in (*other.bodies[:2], *service.bodies) for text in body.get("input", body.get("texts"))]
    assert len(sent) == len(set(sent))
    assert size == open_current(place, products).manifest.dimensions


def test_the_command_says_what_it_would_cost_and_ends_with_2(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("ORIENTEER_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("core.backends.remote.HERE", frozenset())
    checkout = tmp_path / "shop"
    checkout.mkdir()
    (checkout / "order.py").write_text(f"def total(lines):\n    key = '{SECRET}'\n    return sum(lines)\n", encoding="utf-8")
    with model_service(openai_shape(1536)) as service:
        sets = ["--set", "embed.embedder=openai", "--set", f"embed.url={service.url}"]
        refused = CliRunner().invoke(cli, ["index", str(checkout), *sets])
        assert isinstance(refused.exception, SettingsError)
        assert "would be sent to 127.0.0.1" in str(refused.exception)
        assert service.bodies == []
        agreed = CliRunner().invoke(cli, ["index", str(checkout), "--yes", *sets])
        assert agreed.exit_code == 0, agreed.output
        assert "secrets masked in what was sent to openai/" in agreed.output
        assert SECRET not in str(service.bodies)
        assert service.bodies
        found = CliRunner().invoke(cli, ["ask", "how is the total made", "-f", "json", *sets])
        assert found.exit_code == 0, found.output
    assert KEY not in refused.output + agreed.output + found.output


def test_secrets_in_what_leaves_this_machine_are_masked_and_counted(
    kind: str, service: ModelService, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = embedder_of(kind, service)
    here.embed([f"key = {SECRET}"])
    assert (SECRET in str(service.bodies), here.masked) == (True, 0)  # type: ignore[attr-defined]
    service.bodies.clear()
    monkeypatch.setattr("core.backends.remote.HERE", frozenset())
    away = embedder_of(kind, service)
    with pytest.raises(SettingsError, match="2 secrets in them are masked"):
        away.check_agreed([f"key = {SECRET}", f"{SECRET} again"])  # type: ignore[attr-defined]
    away.embed([f"key = {SECRET}", "harmless"])
    away.embed_question(f"where is {SECRET} used?")
    assert SECRET not in str(service.bodies)
    assert "‹masked›" in str(service.bodies)
    assert away.masked == 2  # type: ignore[attr-defined]


def test_vectors_of_the_made_up_service_differ_by_text() -> None:
    assert row("a", 8) != row("b", 8)


def test_ollama_is_asked_in_its_own_way_at_an_address_without_v1() -> None:
    texts = [f"text {number}" for number in range(20)]
    with model_service(ollama_shape(768)) as service:
        settings = EmbedSettings(embedder="ollama", url=service.url.removesuffix("/v1"))
        embedder = load(EMBEDDERS, "ollama")(settings)
        vectors = embedder.embed(texts)
        embedder.embed_question("order total")
    assert vectors.shape == (20, 768)
    assert vectors[7] == pytest.approx(_unit_row("search_document: text 7"), abs=1e-5), "in the order of the texts"
    assert set(service.paths) == {"/api/embeddings"}
    assert service.bodies[-1] == {"model": "nomic-embed-text", "prompt": "search_query: order total"}


def _unit_row(text: str) -> np.ndarray:
    values = np.asarray(row(text, 768), dtype=np.float32)
    vector: np.ndarray = values / np.linalg.norm(values)
    return vector
