"""What documents mention, and answers found through it."""

from pathlib import Path

import pytest

from core import open_workbench
from core.extract.facts import SourceFile
from core.extract.markdown import read
from core.pipeline.indexing import index_checkout
from core.settings import read_settings

FILES = {
    "shop/fetch.py": "class Throttle:\n    def wait(self): ...\n\n\nclass Spool:\n    def wait(self): ...\n",
    "shop/other.py": "class Bell:\n    def ring(self):\n        return 3\n",
    "docs/speed.md": (
        "# Being polite\n\nLeave some pause between two visits of the same host: see `Throttle`.\n\n"
        "## Details\n\nBoth have a `wait`, `shop.fetch.Spool.wait` does nothing; read shop/other.py or `shop/other.py`.\n"
    ),
    "README.md": "Before any header stands `Bell`.\n\n# The shop\n",
}


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    root: Path = tmp_path_factory.mktemp("repository")
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    settings = {"home": str(tmp_path_factory.mktemp("home")), "embed.embedder": "hash", "index.vectors": "exact"}
    index_checkout(root, read_settings(settings), name="shop")
    return open_workbench("shop", settings=settings)


def names(text):
    facts = read(SourceFile("a.md", "markdown", text, ""))
    return [(one.name, one.line, one.scope) for one in facts.references]


def test_names_may_have_letters_of_other_alphabets():
    assert [name for name, _, _ in names("Voir `Été`, événement_privé et Clé::Valeur")] == [
        "Été",
        "événement_privé",
        "Clé::Valeur",
    ]
    assert [name for name, _, _ in names("使用UserServiceを見る")] == ["UserService"]


def test_names_are_what_is_quoted_and_what_is_written_as_only_code_is():
    text = (
        "# One\n`order` and order, OrderLine, `Order#total`, order_line and A::B.\n\n"
        "## Two\n:class:`~shop.Order`, `the x <shop.Y>`\n"
    )
    assert names(text) == [
        ("order", 2, 0), ("Order#total", 2, 0), ("OrderLine", 2, 0), ("order_line", 2, 0), ("A::B", 2, 0),
        ("shop.Order", 5, 1), ("shop.Y", 5, 1),
    ]  # fmt: skip


def test_a_section_mentions_what_a_name_in_it_can_only_mean(bench):
    found = {(one.source, one.target, one.line) for one in bench.stores.index.catalog.relations() if one.kind == "mentions"}
    trail = "doc_section:docs/speed.md#Being polite"
    assert found == {
        (trail, "class:shop.fetch.Throttle", 3),
        (f"{trail} > Details", "method:shop.fetch.Spool.wait", 7),
        (f"{trail} > Details", "file:shop/other.py", 7),
        ("readme:README.md", "class:shop.other.Bell", 1),
    }


def test_prose_that_answers_leads_to_the_code_that_it_mentions(bench):
    run = bench.ask("How is a pause kept between two visits of the same host?")
    hits = {hit.unit_key: hit for hit in run.hits if hit.strategy == "documents"}
    assert "docs/speed.md:3" in hits["class:shop.fetch.Throttle"].evidence
    ranked = {unit.unit_key: unit for unit in run.ranked}
    assert ranked["class:shop.fetch.Throttle"].parts["described"] > 0
    assert "class:shop.other.Bell" not in hits or hits["class:shop.other.Bell"].score < hits["class:shop.fetch.Throttle"].score


def test_a_mention_makes_no_unit_more_central(bench):
    assert bench.stores.index.catalog.metrics()["class:shop.other.Bell"]["fan_in"] == 0
