"""`orienteer context` with a language model, and after an earlier question, as the command line runs them."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from core.cli import cli
from tests.language_model import language_model, requests, said
from tests.retrieval_samples import shop

QUESTION = "how is postage computed, and who hears of a refund?"


def ask(*arguments: str, **environment: str) -> Result:
    settings = ["--set", f"home={shop().settings.home}", "--set", "embed.embedder=hash", "--set", "index.vectors=exact"]
    done = CliRunner().invoke(cli, ["context", *arguments, "-i", "shop", *settings], env=environment)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done


def test_the_option_asks_the_model_that_the_environment_names() -> None:
    with language_model(said(requests("how is postage computed", "which mail follows a refund"))) as model:
        environment = {"ORIENTEER_ROUTE_URL": model.url, "ORIENTEER_ROUTE_MODEL": "tiny", "ORIENTEER_ROUTE_KEY": "sk-1"}
        done = ask(QUESTION, "--router", "llm", "-f", "json", **environment)
        answer = json.loads(done.stdout)
        assert [step["request"] for step in answer["trace"] if step["step"] == "search"] == [
            "how is postage computed",
            "which mail follows a refund",
        ]
        assert "note: Sent to tiny at 127.0.0.1" in done.stderr
        assert "sk-1" not in done.output
        assert (
            "request how is postage computed" in ask(QUESTION, "--router", "llm", "-v", "--only-sources", **environment).stdout
        )
        why = ask(QUESTION, "--router", "llm", "--why", "Order", "--set", "rank.recency=0", **environment)
        assert "Order is number" in why.stdout
        calls = len(model.calls)
        assert not ask(QUESTION, **environment).stderr.startswith("note: Sent")
        assert not ask(QUESTION, "--router", "rules", "--set", "route.router=llm", **environment).stderr.startswith(
            "note: Sent"
        )
        assert len(model.calls) == calls == 1  # what a model said is kept for as long as the process lives


def test_an_unreachable_model_leaves_the_rules_and_one_note() -> None:
    with language_model(said(requests("x"))) as model:
        url = model.url
    done = ask(QUESTION, "--router", "llm", "--only-sources", ORIENTEER_ROUTE_URL=url, ORIENTEER_ROUTE_MODEL="tiny")
    assert done.exit_code == 0
    assert "so the rules alone read the question: no connection to 127.0.0.1" in done.stderr
    assert "Order" in done.stdout


def test_a_question_follows_up_the_one_that_after_names() -> None:
    done = ask("and where is it called?", "--after", "how is a refund settled?", "--only-sources")
    assert "about Refunds::Settle" in done.stdout
    assert "Taken from the earlier question" in done.stderr


@pytest.mark.parametrize("variable", ["ORIENTEER_ROUTE_KYE", "ORIENTEER_ROUTE_MODELL"])
def test_a_misspelt_variable_is_not_ignored(variable: str) -> None:
    from core.errors import SettingsError

    with pytest.raises(SettingsError, match=variable):
        ask(QUESTION, **{variable: "x"})
