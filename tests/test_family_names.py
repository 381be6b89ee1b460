"""Names that those who know the forerunners type: verbs, limits, a view of calls, sections of an answer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.errors import SettingsError, SourceError
from core.model.run import Filters, Request
from core.model.where import limited
from core.present.export.answer import as_dict, as_text
from tests.retrieval_samples import shop

QUESTION = "how are refunds settled?"


def test_what_shares_dependencies_is_related_whether_or_not_it_is_used():
    bench = shop()
    found = bench.related_to("Refunds::Settle", limit=5)
    assert 0 < len(found) <= 5
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    used = set(bench.analyse.view("unit").out[bench.head("Refunds::Settle").key])
    assert all(set(one.shared) <= used and one.shared for one in found)
    with pytest.raises(SourceError, match="Refunds::Sttle"):
        bench.related_to("Refunds::Sttle")


def test_the_graph_of_some_types_has_their_units_alone():
    bench = shop()
    graph = bench.subgraph_for_types(["model", "service"])
    assert {bench.heads[key].type for key in graph} == {"model", "service"}
    assert len(graph) == sum(head.type in ("model", "service") for head in bench.heads.values())
    with pytest.raises(SettingsError, match="Did you mean 'model'"):
        bench.subgraph_for_types(["modl"])


def test_calls_are_a_view_with_the_columns_of_the_family():
    bench = shop()
    frame = bench.sql("SELECT * FROM call_edges")
    assert list(frame.columns[:4]) == ["caller_id", "callee_id", "edge_type", "project_name"]
    assert set(frame["edge_type"]) <= {"same_file", "cross_file", "module_import"}
    assert len(frame) == sum(one.kind in ("calls", "imports") for one in bench.relations)
    same = frame[frame["edge_type"] == "same_file"]
    assert (same["caller_id"].str.split("::").str[0] == same["callee_id"].str.split("::").str[0]).all()
    assert bench.query("WITH a AS (SELECT count(*) AS n FROM Call_Edges) SELECT n FROM a") == [{"n": len(frame)}]
    with pytest.raises(SettingsError, match="call_edges"):
        bench.sql("SELECT * FROM call_edgs")


def test_limits_have_the_names_of_requests_too():
    given = limited(Filters(), {"file_patterns": ["app/**"], "file_path": ["lib/**"], "source_types": ["code", "text"]})
    assert given == Filters(paths=("app/**", "lib/**"), where=(("source_type", ("code", "text")),))
    with pytest.raises(SettingsError, match="No source_type 'binary'"):
        limited(Filters(), {"source_types": ["binary"]})
    found = shop().ask("what is the shop?", where={"source_types": ["markdown"]})
    assert found.ranked
    assert {found.heads[one.unit_key].language for one in found.ranked} == {"markdown"}


def test_sources_are_a_section_of_the_answer_with_scores():
    run = shop().ask(QUESTION, budget=900)
    first = run.context.sources[0]
    row = f"- {first.unit_key.partition(':')[2]} ({first.unit_key.partition(':')[0]}, score: {first.score:.2f})"
    told = as_text(run, sources=True)
    assert run.context.text in told
    assert row in told.partition("## Sources")[2]
    markdown = as_text(run, "markdown", sources=True)
    assert markdown.startswith(
        f"# Query: {QUESTION}\n\n**Tokens:** {run.context.tokens}/900\n**Strategy:** {run.plan.strategy}"
    )
    assert row in markdown
    assert as_text(run, "markdown") == run.context.text
    assert run.context.text not in as_text(run, code=False)


def test_json_has_the_names_of_the_family():
    run = shop().ask(QUESTION, budget=900)
    request = Request("refunds", paths=("app/**",), folders=("app",), reason="who settles", target_types=("readme",))
    told = as_dict(replace(run, plan=replace(run.plan, requests=(request,))))
    (asked,) = told["requests"]
    assert (asked["query"], asked["folders"], asked["file_patterns"], asked["reasoning"]) == (
        "refunds", ["app"], ["app/**"], "who settles",
    )  # fmt: skip
    assert asked["source_types"] == ["markdown", "text"]
    assert told["candidate_count"] == len({hit.unit_key for hit in run.hits})
    assert told["sources"][0]["score"] == round(run.context.sources[0].score, 6)
