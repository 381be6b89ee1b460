"""The remarks of a review in the Static Analysis Results Interchange Format 2.1.0, for code scanning."""

from __future__ import annotations

import json
from hashlib import sha256

from core.model.review import HIGH, LOW, MEDIUM, RULES, Remark, Review
from core.present.export.check import SARIF_SCHEMA

_LEVELS = {HIGH: "error", MEDIUM: "warning", LOW: "note"}


def review_sarif(found: Review, version: str) -> str:
    """Return the remarks as results, each with a fingerprint without line numbers; what has no line has no location.

    A remark about the code before the change names its file, which may be gone.
    """
    rules = sorted({one.rule for one in found.remarks})
    driver = {
        "name": "Orienteer",
        "version": version,
        "rules": [{"id": f"review/{rule}", "shortDescription": {"text": RULES[rule].meaning}} for rule in rules],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "utf16CodeUnits",
        "originalUriBaseIds": {"SRCROOT": {"description": {"text": "The root of the checkout."}}},
        "results": [_result(one, rules) for one in found.remarks],
    }
    return json.dumps({"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1, ensure_ascii=False)


def _result(one: Remark, rules: list[str]) -> dict[str, object]:
    mark = "\t".join((one.rule, one.unit, one.file_path, one.text))
    result: dict[str, object] = {
        "ruleId": f"review/{one.rule}",
        "ruleIndex": rules.index(one.rule),
        "level": _LEVELS[one.level],
        "message": {"text": one.text},
        "partialFingerprints": {"remark/v1": sha256(mark.encode()).hexdigest()},
    }
    if one.file_path:
        region: dict[str, object] = {"startLine": max(1, one.line)}
        if one.code:
            region["snippet"] = {"text": one.code}
        place = {"artifactLocation": {"uri": one.file_path, "uriBaseId": "SRCROOT"}, "region": region}
        result["locations"] = [{"physicalLocation": place}]
    return result
