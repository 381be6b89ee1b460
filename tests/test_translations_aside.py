"""Translations stand aside, wherever a framework keeps them; code in a folder of such a name does not."""

from __future__ import annotations

import pytest

from core.settings import Settings
from core.settings.retrieval import read_rules


@pytest.mark.parametrize(
    ("path", "aside"),
    [
        ("config/locales/views/orders/ja.yml", True),
        ("src/main/resources/messages/messages_tr.properties", True),
        ("resources/lang/de/validation.php", True),
        ("app/src/main/res/values-pt-rBR/strings.xml", True),
        ("priv/gettext/pl/LC_MESSAGES/errors.po", True),
        ("frontend/i18n/fr.json", True),
        ("src/lang/parser.ts", False),
        ("lib/i18n/lookup.rb", False),
        ("src/main/resources/application.properties", False),
        ("app/models/locale.rb", False),
    ],
)
def test_translations_stand_aside(path: str, aside: bool) -> None:
    pattern = read_rules(Settings().search.rules).places["locales"].pattern
    assert pattern is not None
    assert bool(pattern.search(path)) is aside
