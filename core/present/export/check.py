"""A check of the architecture as text, as Markdown for a pull request and as SARIF for code scanning."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256

from core.analyse.check import KNOWN, NEW, TOLERATED, Breach, Check
from core.model.text_table import text_table

SARIF_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"
"""The schema of the Static Analysis Results Interchange Format 2.1.0."""


def check_text(found: Check) -> str:
    """Return what is declared with its numbers, and every new breach with its line."""
    rows = [
        {"declared": one.rule, "form": one.form, "at": one.at, "lines": one.lines, "new": one.new} for one in found.declared
    ]
    parts = [text_table(list(rows[0]), rows)] if rows else []
    parts += [_lines(one) for one in found.new]
    return "\n\n".join((*parts, *found.notes))


def _lines(one: Breach) -> str:
    return f"{one.file_path}:{one.line}: {one.sentence}\n    {one.code}\n    {one.rule} ({one.at})"


def check_markdown(found: Check, link: Callable[[str, int], str] = lambda path, line: "") -> str:
    """Return the same for a pull request; `link` gives the address of a line, or nothing."""
    parts = [f"## {found.title}", found.notes[0] if found.notes else ""]
    if found.declared:
        rows = [f"| {_cell(one.rule)} | `{one.at}` | {one.lines} | {one.new} |" for one in found.declared]
        parts.append("\n".join(("| declared | where | lines | new |", "|---|---|---:|---:|", *rows)))
    for title, chosen in (("New", found.new), ("Known", tuple(one for one in found.items if one.state != NEW))):
        if chosen:
            listed = [f"- {_place(one, link)} {_cell(one.sentence)}  \n  `{one.code.replace('`', chr(39))}`" for one in chosen]
            parts.append(f"### {title}\n\n" + "\n".join(listed))
    return "\n\n".join((*filter(None, parts), *found.notes[1:])) + "\n"


def _place(one: Breach, link: Callable[[str, int], str]) -> str:
    shown = f"`{one.file_path}:{one.line}`"
    address = link(one.file_path, one.line)
    return f"[{shown}]({address})" if address else shown


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")


def check_sarif(found: Check, version: str) -> str:
    """Return the breaches in the Static Analysis Results Interchange Format 2.1.0; known ones are suppressed, not new.

    A result has a fingerprint without line numbers, so that it stays the same one when code moves.
    """
    rules = {one.rule: f"architecture/{number}" for number, one in enumerate(found.declared, start=1)}
    driver = {
        "name": "Orienteer",
        "version": version,
        "rules": [
            {
                "id": rules[one.rule], "name": one.form, "shortDescription": {"text": one.rule},
                "fullDescription": {"text": f"{one.rule} ({one.at})"}, "defaultConfiguration": {"level": "error"},
            }
            for one in found.declared
        ],
    }  # fmt: skip
    run = {
        "tool": {"driver": driver},
        "columnKind": "utf16CodeUnits",
        "originalUriBaseIds": {"SRCROOT": {"description": {"text": "The root of the checkout."}}},
        "results": [_sarif(one, rules, [row.rule for row in found.declared]) for one in found.items],
    }
    return json.dumps({"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1, ensure_ascii=False)


def _sarif(one: Breach, rules: Mapping[str, str], order: Sequence[str]) -> dict[str, object]:
    result: dict[str, object] = {
        "ruleId": rules[one.rule],
        "ruleIndex": order.index(one.rule),
        "level": "error" if one.state == NEW else "note",
        "message": {"text": one.sentence},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": one.file_path, "uriBaseId": "SRCROOT"},
                    "region": {"startLine": max(1, one.line), "snippet": {"text": one.code}},
                }
            }
        ],
        "partialFingerprints": {"breach/v1": sha256(one.name.encode()).hexdigest()},
        "baselineState": "new" if one.state == NEW else "unchanged",
    }
    if one.state in (KNOWN, TOLERATED):
        result["suppressions"] = [{"kind": "external", "justification": f"{one.state}: listed before"}]
    return result
