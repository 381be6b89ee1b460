"""The most units of a type, or of a group of types, that a question finds."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from core.errors import SettingsError
from core.model.run import SearchRun
from core.pipeline.answer import ask
from core.settings import changed, read_settings
from core.vocabulary import group_of
from tests.retrieval_samples import DEFAULTS, stores

QUESTION = "How is an order refunded, and where is that described?"


def run(limits: dict[str, float]) -> SearchRun:
    settings = changed(DEFAULTS, "search.limits", limits)
    return ask(QUESTION, stores(), settings)


def groups(answer: SearchRun) -> Counter[str]:
    return Counter(group_of(answer.heads[unit.unit_key].type) for unit in answer.ranked)


def test_a_limited_group_keeps_its_best_and_the_others_say_by_which_limit_they_went() -> None:
    free = run({})
    limited = run({"code": 7, "docs": 1})
    assert groups(free)["docs"] > 1
    assert groups(limited)["code"] == 7
    assert groups(limited)["docs"] == 1
    best = [unit.unit_key for unit in free.ranked if group_of(free.heads[unit.unit_key].type) == "code"][:7]
    assert [unit.unit_key for unit in limited.ranked if group_of(limited.heads[unit.unit_key].type) == "code"] == best
    assert [unit.rank for unit in limited.ranked] == list(range(1, len(limited.ranked) + 1))
    reasons = {one.reason for one in limited.dropped}
    assert {"over the limit: 7 of code (search.limits)", "over the limit: 1 of docs (search.limits)"} <= reasons
    assert {unit.unit_key for unit in limited.ranked} < {unit.unit_key for unit in free.ranked}


def test_a_type_is_limited_alone_and_none_of_it_may_be_wanted() -> None:
    limited = run({"method": 3, "docs": 0})
    types = Counter(limited.heads[unit.unit_key].type for unit in limited.ranked)
    assert types["method"] == 3
    assert groups(limited)["docs"] == 0
    assert groups(limited)["code"] > 3, "other types of code are not limited"


def test_what_is_over_a_limit_is_no_source_of_the_context() -> None:
    limited = run({"docs": 0})
    shown = {group_of(limited.heads[source.unit_key].type) for source in limited.context.sources}
    assert "docs" not in shown


def test_limits_are_read_from_a_file_under_our_names_and_those_of_others(tmp_path: Path) -> None:
    file = tmp_path / "orienteer.toml"
    file.write_text("code_limit = 7\nreadme_limit = 1\ncrate_limit = 1\nmodule_doc_limit = 2\n", encoding="utf-8")
    found = read_settings(file=file).search.limits
    assert found == {"code": 7, "readme": 1, "packages": 1, "docs": 2}
    file.write_text("[retrieval]\ncode_limit = 5\nmodule_doc_limit = 3\n[llm]\nmodel = 'small'\n", encoding="utf-8")
    assert read_settings(file=file).search.limits == {"code": 5, "docs": 3}
    assert read_settings(file=file).answer.model == "small"
    file.write_text("[search.limits]\nmethod = 4\n", encoding="utf-8")
    assert read_settings(file=file).search.limits == {"method": 4}


def test_a_settings_file_of_coderag_is_understood_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "coderag.toml"
    file.write_text(
        '[embedding]\nmodel = "BGESmallENV15"\ndimension = 384\nbatch_size = 25\n'
        "[retrieval]\ncode_limit = 5\nreadme_limit = 2\n[retrieval.intent_routing]\nenabled = false\n"
        '[ingestion]\nignored_dirs = [".git", "target"]\n'
        '[llm]\nmodel = "gemini-2.0-flash"\nsystem_prompt_file = "prompts/system.txt"\n'
        '[database]\npath = "data/portfolio.lance"\n',
        encoding="utf-8",
    )
    found = read_settings(file=file)
    assert (found.embed.embedder, found.embed.model) == ("fastembed", "BAAI/bge-small-en-v1.5")
    assert (found.embed.dimensions, found.embed.batch) == (384, 25)
    assert (found.answer.service, found.answer.model, found.answer.prompt) == (
        "gemini", "gemini-2.0-flash", "prompts/system.txt",
    )  # fmt: skip
    assert (found.index.vectors, found.index.vectors_at) == ("lancedb", "data/portfolio.lance")
    assert found.extract.exclude == (".git", "target")


@pytest.mark.parametrize(
    ("name", "value"),
    [("retrieval.intent_routing.overview.readme", 3), ("ingestion.supported_languages", ["rust"]), ("FAISS_HNSW_M", 64)],
)
def test_a_setting_of_another_tool_without_a_counterpart_is_told_in_one_short_sentence(name: str, value: object) -> None:
    with pytest.raises(SettingsError, match=rf"'{name}' has no counterpart: .*, and remove it\.$") as problem:
        read_settings({name: value})
    assert len(str(problem.value)) < 200
    assert read_settings({"FAISS_HNSW_M": 32}).index.vectors == "chroma", "as it is here"


@pytest.mark.parametrize(
    ("limits", "said"),
    [({"metod": 3}, "Did you mean 'method'?"), ({"qqqq": 3}, "one of the groups code"), ({"code": -1}, "cannot be -1")],
)
def test_a_name_that_limits_nothing_and_a_negative_number_are_told(limits: dict[str, float], said: str) -> None:
    with pytest.raises(SettingsError, match=r"search\.limits") as problem:
        run(limits)
    assert said.replace("?", "") in str(problem.value)
