"""Checks and reviews in the Static Analysis Results Interchange Format 2.1.0, for code scanning.

A result has a fingerprint without line numbers, so that it stays the same one when code moves.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256

from core.analyse.check import KNOWN, NEW, TOLERATED, Check, ViolatingLine
from core.model.review import HIGH, LOW, MEDIUM, RULES, Remark, Review

SARIF_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"
"""The schema of the format."""
_LEVELS = {HIGH: "error", MEDIUM: "warning", LOW: "note"}
Rules = Sequence[Mapping[str, object]]


def check_sarif(found: Check, version: str) -> str:
    """Return the violations; known ones are suppressed, not new."""
    names = {one.rule: f"architecture/{number}" for number, one in enumerate(found.declared, start=1)}
    rules = [
        {
            "id": names[one.rule], "name": one.form, "shortDescription": {"text": one.rule},
            "fullDescription": {"text": f"{one.rule} ({one.at})"}, "defaultConfiguration": {"level": "error"},
        }
        for one in found.declared
    ]  # fmt: skip
    order = [row.rule for row in found.declared]
    return _log(version, rules, [_violation(one, names[one.rule], order.index(one.rule)) for one in found.items])


def review_sarif(found: Review, version: str) -> str:
    """Return the remarks of a review; what has no line has no location.

    A remark about the code before the change names its file, which may be gone.
    """
    names = sorted({one.rule for one in found.remarks})
    rules = [{"id": f"review/{rule}", "shortDescription": {"text": RULES[rule].meaning}} for rule in names]
    return _log(version, rules, [_remark(one, names.index(one.rule)) for one in found.remarks])


def _log(version: str, rules: Rules, results: Sequence[Mapping[str, object]]) -> str:
    run = {
        "tool": {"driver": {"name": "Orienteer", "version": version, "rules": rules}},
        "columnKind": "utf16CodeUnits",
        "originalUriBaseIds": {"SRCROOT": {"description": {"text": "The root of the checkout."}}},
        "results": results,
    }
    return json.dumps({"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1, ensure_ascii=False)


def _locations(path: str, line: int, code: str | None) -> list[dict[str, object]]:
    region = {"startLine": max(1, line), **({"snippet": {"text": code}} if code is not None else {})}
    return [{"physicalLocation": {"artifactLocation": {"uri": path, "uriBaseId": "SRCROOT"}, "region": region}}]


def _violation(one: ViolatingLine, rule: str, index: int) -> dict[str, object]:
    suppressed = [{"kind": "external", "justification": f"{one.state}: listed before"}]
    return {
        "ruleId": rule, "ruleIndex": index, "level": "error" if one.state == NEW else "note",
        "message": {"text": one.sentence}, "locations": _locations(one.file_path, one.line, one.code),
        "partialFingerprints": {"breach/v1": sha256(one.name.encode()).hexdigest()},
        "baselineState": "new" if one.state == NEW else "unchanged",
        **({"suppressions": suppressed} if one.state in (KNOWN, TOLERATED) else {}),
    }  # fmt: skip


def _remark(one: Remark, index: int) -> dict[str, object]:
    mark = "\t".join((one.rule, one.unit, one.file_path, one.text))
    located = {"locations": _locations(one.file_path, one.line, one.code or None)} if one.file_path else {}
    return {
        "ruleId": f"review/{one.rule}", "ruleIndex": index, "level": _LEVELS[one.level], "message": {"text": one.text},
        "partialFingerprints": {"remark/v1": sha256(mark.encode()).hexdigest()}, **located,
    }  # fmt: skip
