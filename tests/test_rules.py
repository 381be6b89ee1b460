from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import SettingsError
from core.settings import retrieval
from core.settings.retrieval import read_rules

PACKAGED = Path(retrieval.__file__).with_name("retrieval.toml")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("patterns = [", "patterns = ['(', ", "not a regular expression"),
        ("[verbs]", "[werbs]", "unknown entry 'werbs'"),
        ("[verbs]", "[verbs", "cannot be read"),
        ("frameworks = [", "framework = [", "Did you mean 'frameworks'"),
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
    own.write_text(PACKAGED.read_text(encoding="utf-8").replace('"rails", ', ""), encoding="utf-8")
    assert read_rules(str(own)) != read_rules()
