"""Whether an index has what a question asks for is part of the run, and every face says it first."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from core.cli import cli
from core.mcp.answers import retrieve
from core.mcp.arguments import checked
from core.mcp.toolset import TOOLS
from core.model.doubt import NONE, WEAK, Doubt
from core.model.run import SearchRun
from core.present.export.answer import as_dict, as_text
from core.present.notebook.cells import view_html
from core.present.views import run_view
from tests.retrieval_samples import shop

NOWHERE = "how is Kubernetes used?"


def asked(question: str) -> SearchRun:
    return shop().ask(question, budget=300)


@pytest.mark.parametrize("question", ["zzzqx", "0x884", "who calls zzzqx?", NOWHERE, "does it speak GraphQL"])
def test_a_question_without_a_word_of_the_code_has_no_match(question: str) -> None:
    assert asked(question).doubt.level == NONE


@pytest.mark.parametrize(
    "question",
    [
        "where is the LDAP directory of a customer asked?",
        "who calls Order#refund_by_wire when a refund is settled?",
        "which job uploads the invoices of an order to Dropbox?",
        "where is the carbon footprint of an order refunded?",
    ],
)
def test_a_name_or_a_rare_word_that_the_code_lacks_is_a_doubt(question: str) -> None:
    doubt = asked(question).doubt
    assert doubt.level == WEAK
    assert doubt.sentence.startswith("Perhaps no match: “")


@pytest.mark.parametrize(
    "question",
    ["where is tax computed?", "how are orders refunded?", "Order", "who calls OrderMailer?", "how are refnuds settled"],
)
def test_what_the_code_has_is_not_doubted(question: str) -> None:
    assert not asked(question).doubt


@pytest.mark.parametrize("question", ["who calls recalculate_tax?", "who calls recalculateTax?", "who calls RecalculateTax?"])
def test_a_name_is_known_in_the_spelling_of_any_language(question: str) -> None:
    assert asked(question).doubt.absent == ()


@pytest.mark.parametrize("slip", ["chekcout", "chekout", "checkoutt", "checkuot", "cheqkout"])
def test_a_word_with_one_slip_of_the_pen_is_known(slip: str) -> None:
    assert asked(f"how does {slip} work?").doubt.absent == ()


def test_the_doubt_is_a_sentence() -> None:
    assert Doubt().sentence == ""
    assert Doubt(NONE, ("a", "b", "c")).sentence == "No match for “a”, “b” or “c”. The closest results:"
    assert Doubt(WEAK, ("a",)).sentence == "Perhaps no match: “a” is not written anywhere in this index."
    words = Doubt(WEAK, ("a", "b")).sentence
    assert words == "Perhaps no match: “a” and “b” are not written anywhere in this index."
    assert Doubt(WEAK).sentence == "Perhaps no match: nothing here is close to the question."


def test_every_face_says_the_doubt_first() -> None:
    run = asked(NOWHERE)
    said = run.doubt.sentence
    assert all(as_text(run, format_).startswith(said) for format_ in ("text", "markdown", "xml"))
    assert as_dict(run)["doubt"] == {"level": NONE, "absent": ["Kubernetes"], "unanswered": "", "sentence": said}
    arguments = next(tool.arguments for tool in TOOLS if tool.answers == "retrieve")
    told = retrieve(shop(), checked("retrieve", arguments, {"query": NOWHERE}))
    assert told.sentence.startswith(said)
    assert told.value["doubt"] == NONE
    html = view_html(run_view(run))
    assert html.index(said) < html.index("Read as")
    assert str(run).splitlines()[1] == said


def test_the_command_line_fails_where_nothing_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ORIENTEER_HOME", str(shop().settings.home))
    monkeypatch.setenv("ORIENTEER_EMBED_EMBEDDER", "hash")
    monkeypatch.setenv("ORIENTEER_INDEX_VECTORS", "exact")
    found = CliRunner().invoke(cli, ["ask", "zzzqx", "-i", "shop", "--exit-code"])
    assert (found.exit_code, found.stdout.splitlines()[0]) == (1, "No match for “zzzqx”. The closest results:")
    answer = CliRunner().invoke(cli, ["ask", "zzzqx", "-i", "shop", "-f", "json"])
    assert json.loads(answer.stdout)["doubt"]["level"] == NONE
