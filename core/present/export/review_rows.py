"""A review as rows: one table for each of its lists."""

from __future__ import annotations

from core.model.review import Review
from core.model.text_table import Flat


def review_rows(found: Review) -> dict[str, list[dict[str, Flat]]]:
    """Return the lists of a review by the name of their view: units, users, entries, relations, along, people, files."""
    return {
        "units": found.to_rows(),
        "users": [
            {
                "user": one.unit, "uses": one.uses, "kind": one.kind, "file": one.file_path, "line": one.line,
                "in the change": one.in_change,
            }
            for one in found.users if not one.is_test
        ],
        "entries": [
            {
                "entry": one.entry, "kind": one.kind, "changed units": one.units,
                "through": " → ".join(link.unit for link in one.chain.links),
            }
            for one in found.flows
        ],
        "relations": [
            {
                "change": one.change, "from": one.source, "kind": one.kind, "to": one.target, "file": one.file_path,
                "line": one.line,
            }
            for one in found.relations
        ],
        "along": [
            {
                "file": one.path, "changes with": one.file_path, "together": one.together, "commits": one.commits,
                "certain share": round(one.at_least, 2), "related": one.related, "last": one.last,
            }
            for one in found.companions
        ],
        "people": _people(found),
        "files": [
            {
                "file": one.path, "status": one.status, "before": one.before, "binary": one.binary, "new lines": len(one.new),
                "gone lines": len(one.old),
            }
            for one in found.files
        ],
    }  # fmt: skip


def remark_rows(found: Review) -> list[dict[str, Flat]]:
    """Return the remarks of a review, the highest level first as they are."""
    return [
        {
            "level": one.level, "rule": one.rule, "remark": one.text, "unit": one.unit, "file": one.file_path,
            "line": one.line or None, "code": one.code,
        }
        for one in found.remarks
    ]  # fmt: skip


def _people(found: Review) -> list[dict[str, Flat]]:
    """Return who owns the files, then who knows them by their history."""
    rows: list[dict[str, Flat]] = [
        {
            "who": one.name, "owns by": one.place, "commits in a year": None, "commits": None, "last": "",
            "files": ", ".join(one.files),
        }
        for one in found.code_owners
    ]  # fmt: skip
    for known in found.reviewers:
        rows.append({
            "who": known.name, "owns by": "", "commits in a year": known.recent, "commits": known.commits, "last": known.last,
            "files": ", ".join(known.files),
        })  # fmt: skip
    return rows
