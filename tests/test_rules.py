from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import SettingsError
from core.model.run import INTENTS, SCOPES
from core.settings import retrieval
from core.settings.retrieval import read_rules

PACKAGED = Path(retrieval.__file__).with_name("retrieval.toml")


def test_the_packaged_rules_cover_every_intent_and_scope() -> None:
    rules = read_rules()
    assert set(rules.intents) == set(rules.routing) == set(INTENTS)
    assert set(rules.scopes) == set(SCOPES)
    assert all(cues.scope in SCOPES for cues in rules.intents.values())


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[routing.trace]\n", "[routing.trace]\nstrategys = []\n", "Did you mean 'strategies'"),
        ("strong = []", "strong = ['(']", "not a regular expression"),
        ("relation = 1.6", "relation = 'much'", "is not a number"),
        ("[verbs]", "[werbs]", "unknown entry 'werbs'"),
        ("[routing.understand]", "[routing.understand", "cannot be read"),
        ("[intents.locate]", "[intents.find]", "lack \\[intents.locate\\]"),
        ("[framework]", "[frameworks]", "unknown entry 'frameworks'"),
        ("[actions.create]\nverbs", "[actions.create]\nverb", "Did you mean 'verbs'"),
        ("fillers = [", "fillers = 5 # [", "cannot be read"),
        ("[types.model]\nwords = [", "[types.model]\nwords = 5 # [", "types.model.words: 5 is not a list of texts"),
        ("[types.model]\nwords = [", "[types.model]\nwords = 'ab' # [", "'ab' is not a list of texts"),
    ],
)
def test_a_mistake_in_the_rules_is_named(old: str, new: str, message: str, tmp_path: Path) -> None:
    changed = tmp_path / "retrieval.toml"
    changed.write_text(PACKAGED.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    with pytest.raises(SettingsError, match=message):
        read_rules(changed)


def test_a_file_that_was_changed_is_read_again(tmp_path: Path) -> None:
    own = tmp_path / "retrieval.toml"
    own.write_text(PACKAGED.read_text(encoding="utf-8"), encoding="utf-8")
    assert read_rules(str(own)) == read_rules()
    own.write_text(PACKAGED.read_text(encoding="utf-8").replace("relation = 1.6", "relation = 0.1"), encoding="utf-8")
    assert read_rules(str(own)) != read_rules()
