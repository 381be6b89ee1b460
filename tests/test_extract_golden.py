import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from core.extract.run import extract
from core.model import Extraction
from core.settings import ExtractSettings
from tests.golden import check_golden

REPOS = Path(__file__).parent / "repos"
NOW = datetime(2026, 1, 1, tzinfo=UTC)
SHOWN = ("complexity", "strings", "fields", "bases", "decorators", "attributes", "derives", "constants", "dependencies", "kind")


def listing(found: Extraction) -> str:
    """Return one line per unit, relation and problem."""
    lines = []
    for unit in found.units:
        facts = {name: unit.metadata[name] for name in SHOWN if name in unit.metadata}
        places = " ".join(f"+{span.file_path}:{span.start_line}-{span.end_line}" for span in unit.spans[1:])
        head = f"unit {unit.key} {unit.file_path}:{unit.start_line}-{unit.end_line} in [{unit.parent}]"
        parts = [
            head,
            places,
            unit.signature,
            unit.docstring.split("\n")[0],
            json.dumps(facts, sort_keys=True) if facts else "",
        ]
        lines.append(" | ".join(part for part in parts if part))
    for one in found.relations:
        via = f" via {one.via}" if one.via else ""
        lines.append(f"edge {one.source} {one.kind} {one.target} at {one.file_path}:{one.line} {one.certainty}{via}")
    lines.extend(f"problem {one.file_path}:{one.line} {one.status}: {one.reason}" for one in found.problems)
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("language", ["python", "rust", "javascript", "go"])
def test_a_small_repository_gives_exactly_the_known_units_and_relations(language):
    found = extract(REPOS / language, ExtractSettings(), now=NOW)
    check_golden(f"extract_{language}.txt", listing(found))


@pytest.mark.parametrize("language", ["python", "rust", "javascript", "go"])
def test_reading_twice_gives_the_same_extraction(language):
    assert extract(REPOS / language, ExtractSettings(), now=NOW) == extract(REPOS / language, ExtractSettings(), now=NOW)
