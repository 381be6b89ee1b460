"""Compare the static reading of a Rails application with what the booted application said of itself.

    python benchmarks/rails_truth.py CHECKOUT TRUTH.json.gz [--floor associations=100 …] [--limit 20]

A truth file follows the contract `rails-probe/1`. Counted is what the application itself declares: facts whose declaration
site lies in the application. Facts that Rails or a gem adds by itself (autosave callbacks of associations, validator
objects, forgery protection) are no facts of the application and are left out on both sides. Facts are compared with their
inheritance, as a running class knows them. Per kind the script prints how many facts the truth has, how many were found,
what is missing and what is false; it exits with 1 when a floor that was given is missed.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.extract.run import extract
from core.model import CodeUnit, Extraction
from core.settings import ExtractSettings

TRUTH = Path(__file__).resolve().parents[2] / "shared" / "rails" / "truth" / "redmine-5.0.4.json.gz"
_RAILS_OWN_FILTERS = ("verify_authenticity_token", "verify_same_origin_request")
_OWN_CALLBACKS = ("autosave_associated_records_for_", "validate_associated_records_for_", "around_save_collection_association")


@dataclass(frozen=True, slots=True)
class Score:
    """One kind of fact: the truth and what was found, as multisets of readable keys."""

    kind: str
    truth: Counter[str]
    found: Counter[str]

    @property
    def hits(self) -> int:
        """How many facts of the truth were found."""
        return (self.truth & self.found).total()

    @property
    def percent(self) -> float:
        """The share of the truth that was found, in percent."""
        return 100 * self.hits / self.truth.total() if self.truth else 100.0

    @property
    def false(self) -> Counter[str]:
        """What was found and is not true."""
        return self.found - self.truth


def in_application(site: Mapping[str, Any] | None) -> bool:
    """Tell whether a place of a truth file lies in the application."""
    if not site:
        return False
    return site.get("origin", "app") == "app" and not str(site.get("file", "")).startswith("/")


def scores(truth: Mapping[str, Any], extraction: Extraction) -> list[Score]:
    """Return the scores of all kinds that the truth file knows."""
    models = {unit.identifier: unit for unit in extraction.units if unit.type == "model"}
    real = [model for model in truth["models"] if in_application(model.get("at")) and "HABTM_" not in model["name"]]
    known = {name: unit for name, unit in models.items() if any(model["name"] == name for model in real)}
    return [
        Score("models", Counter(model["name"] for model in real), Counter(list(models))),
        *_associations(real, known),
        Score("callbacks", Counter(_true_callbacks(real)), Counter(_found_callbacks(known))),
        Score("validators", Counter(_true_validators(real)), Counter(_found_validators(known))),
        Score("scopes", Counter(_true_scopes(real)), Counter(_names(known, "scopes"))),
        *_controllers(truth, extraction),
        *_routes(truth, extraction),
        *_columns(truth, extraction),
    ]


def _facts(units: Mapping[str, CodeUnit], key: str) -> Iterable[tuple[str, Mapping[str, Any]]]:
    for name, unit in units.items():
        for fact in unit.metadata.get(key, ()):
            yield name, fact


def _names(units: Mapping[str, CodeUnit], key: str) -> Iterable[str]:
    return {f"{owner}.{fact['name']}" for owner, fact in _facts(units, key)}


def _associations(real: list[Any], known: Mapping[str, CodeUnit]) -> list[Score]:
    true = [(model["name"], one) for model in real for one in model["associations"] if in_application(one.get("declared_at"))]
    found = list(_facts(known, "associations"))
    return [
        Score(
            "associations",
            Counter(f"{owner}.{one['name']}" for owner, one in true),
            Counter(f"{o}.{f['name']}" for o, f in found),
        ),
        Score(
            "targets",
            Counter(f"{owner}.{one['name']} → {_true_target(one)}" for owner, one in true),
            Counter(f"{owner}.{fact['name']} → {_found_target(fact)}" for owner, fact in found),
        ),
    ]


def _true_target(one: Mapping[str, Any]) -> str:
    return "(polymorphic)" if one.get("polymorphic") else str(one.get("class_name") or "").removeprefix("::")


def _found_target(fact: Mapping[str, Any]) -> str:
    return "(polymorphic)" if fact.get("polymorphic") else str(fact.get("target", "")).removeprefix("::")


def _true_callbacks(real: list[Any]) -> Iterable[str]:
    for model in real:
        for one in model["callbacks"]:
            method = one.get("method")
            own = method and not method.startswith(_OWN_CALLBACKS) and in_application(one.get("defined_at"))
            block = one.get("block") and in_application(one.get("defined_at"))
            thing = (
                one.get("object")
                and not str(one["object"]).endswith("Validator")
                and not str(one["object"]).startswith("Active")
            )
            if block or (in_application(one.get("declared_at")) and (own or thing)):
                yield f"{model['name']} {one['kind']}_{one['event']} {method or ('block' if block else 'object')}"


def _found_callbacks(known: Mapping[str, CodeUnit]) -> Iterable[str]:
    for owner, fact in _facts(known, "callbacks"):
        if not fact.get("skipped") and not str(fact["via"]).startswith("gem:"):
            name = fact.get("method") or ("block" if "block" in fact else "object")
            yield f"{owner} {fact['kind']}_{fact['event']} {name}"


def _true_validators(real: list[Any]) -> Iterable[str]:
    for model in real:
        for one in model["validators"]:
            if in_application(one.get("declared_at")):
                yield from (f"{model['name']} {one['kind']} {attribute}".rstrip() for attribute in one["attributes"] or [""])


def _found_validators(known: Mapping[str, CodeUnit]) -> Iterable[str]:
    for owner, fact in _facts(known, "validations"):
        yield f"{owner} {fact['kind']} {fact['name']}".rstrip()


def _true_scopes(real: list[Any]) -> Iterable[str]:
    return {
        f"{model['name']}.{one['name']}" for model in real for one in model["scopes"] if in_application(one.get("declared_at"))
    }


def _controllers(truth: Mapping[str, Any], extraction: Extraction) -> list[Score]:
    real = [one for one in truth["controllers"] if one.get("origin") == "app"]
    units = {unit.identifier: unit for unit in extraction.units if unit.type == "controller"}
    known = {one["name"]: units[one["name"]] for one in real if one["name"] in units}
    declared = Counter(
        f"{one['name']} {item['kind']}:{_filter_name(item)}"
        for one in real
        for item in one["filters"]
        if in_application(item.get("declared_at")) and item.get("method") not in _RAILS_OWN_FILTERS
    )
    found = Counter(
        f"{owner} {fact['kind']}:{fact['name']}"
        for owner, unit in known.items()
        for fact in _kept_filters(unit)
        if fact["name"] not in _RAILS_OWN_FILTERS
    )
    resolved = Counter(
        f"{one['name']}#{action}: {' '.join(_application_filters(chain))}"
        for one in real
        for action, chain in (one.get("resolved") or {}).items()
    )
    chains = Counter(
        f"{name}#{action}: {' '.join(_application_filters(known[name].metadata.get('resolved_filters', {}).get(action, ())))}"
        for one in real
        for name in [one["name"]]
        if name in known
        for action in (one.get("resolved") or {})
    )
    return [Score("filters declared", declared, found), Score("filters resolved", resolved, chains)]


def _kept_filters(unit: CodeUnit) -> list[Mapping[str, Any]]:
    """Return the filters that no unconditional skip takes out; own facts come first, then those of superclasses."""
    kept: list[Mapping[str, Any]] = []
    skipped: set[str] = set()
    for fact in unit.metadata.get("filters", ()):
        limited = any(fact.get(key) for key in ("only", "except", "if", "unless"))
        if fact.get("skip"):
            skipped |= set() if limited else {f"{fact['kind']}:{fact['name']}"}
        elif f"{fact['kind']}:{fact['name']}" not in skipped:
            kept.append(fact)
    return kept


def _filter_name(item: Mapping[str, Any]) -> str:
    return str(item.get("method") or item.get("object") or "block")


def _application_filters(chain: Iterable[str]) -> list[str]:
    return [step for step in chain if step.partition(":")[2] not in _RAILS_OWN_FILTERS]


def _routes(truth: Mapping[str, Any], extraction: Extraction) -> list[Score]:
    true = Counter(
        {
            f"{verb} {_path(one['path'])} {one.get('controller') or ''}#{one.get('action') or ''}"
            for one in truth["routes"]
            for verb in (one.get("verb") or "ANY").split("|")
        }
    )
    found: Counter[str] = Counter()
    for unit in extraction.units:
        if unit.type == "route":
            for fact in [unit.metadata, *unit.metadata.get("also", ())]:
                found[
                    f"{fact.get('verb') or 'ANY'} {_path(fact['path'])} {fact.get('controller', '')}#{fact.get('action', '')}"
                ] = 1
    return [Score("routes", true, found)]


def _path(pattern: str) -> str:
    return pattern.removesuffix("(.:format)") or "/"


def _columns(truth: Mapping[str, Any], extraction: Extraction) -> list[Score]:
    database = truth.get("database") or {}
    internal = ("schema_migrations", "ar_internal_metadata")
    true = Counter(
        f"{table['name']}.{column['name']}"
        for table in database.get("tables", ())
        if table["name"] not in internal
        for column in table["columns"]
    )
    found = Counter(
        f"{unit.identifier}.{column['name']}"
        for unit in extraction.units
        if unit.type == "table"
        for column in unit.metadata.get("columns", ())
    )
    return [Score("columns", true, found)] if true else []


def _print(score: Score, limit: int) -> None:
    missing = score.truth - score.found
    wrong = 100 * score.false.total() / max(1, score.found.total())
    print(
        f"{score.kind:18} truth {score.truth.total():5}  found {score.hits:5}  {score.percent:6.1f} %"
        f"  missing {missing.total():4}  false {score.false.total():4} ({wrong:.1f} %)"
    )
    for label, items in (("missing", missing), ("false", score.false)):
        for item in sorted(items)[:limit]:
            print(f"    {label}: {item}")


def main() -> int:
    """Print the table; return 1 when a floor is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("truth", type=Path, nargs="?", default=TRUTH)
    parser.add_argument("--floor", action="append", default=[], metavar="KIND=PERCENT", help="fail below this share")
    parser.add_argument("--max-false", type=float, default=100.0, help="fail above this share of false facts in any kind")
    parser.add_argument("--limit", type=int, default=20, help="how many missing and false facts to list per kind")
    options = parser.parse_args()
    with gzip.open(options.truth, "rt", encoding="utf-8") as file:
        truth = json.load(file)
    results = scores(truth, extract(options.checkout, ExtractSettings()))
    floors = {kind: float(percent) for kind, _, percent in (text.partition("=") for text in options.floor)}
    missed = False
    for score in results:
        _print(score, options.limit)
        wrong = 100 * score.false.total() / max(1, score.found.total())
        missed |= score.percent < floors.get(score.kind, 0.0) or wrong > options.max_false
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
