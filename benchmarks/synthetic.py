"""Make a repository that is only values: layered units with hubs, cycles and tests, of any size and always the same.

    python benchmarks/synthetic.py [NAME] [UNITS] [RELATIONS] [METHODS]

publishes one as an index (default: synthetic, 10000, 60000, 0) beside the others, without vectors, to try pages at that size.

Every namespace has one folder per layer. Most relations lead down the layers and stay in the namespace; some cross over, a
few lead back up and close cycles. Targets are drawn with preference for few, so hubs arise as in real code.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import PurePosixPath
from time import perf_counter

from core.model import CodeUnit, Commit, Extraction, History, Relation, unit_key

LAYERS = ("controller", "job", "mailer", "serializer", "policy", "service", "model", "poro")
_KINDS = {"model": ("belongs_to", "has_many", "calls", "references"), "poro": ("calls", "inherits")}
_OTHER_KINDS = ("calls", "calls", "references", "includes", "inherits", "enqueues", "delivers")
_PER_NAMESPACE = 50
_OWN, _UP, _TESTED = 0.72, 0.015, 0.2  # shares: inside the namespace, against the layers, of units with a test


def extraction(
    units: int = 10_000, relations: int = 60_000, *, methods: int = 0, files: bool = False, seed: int = 7
) -> Extraction:
    """Return `units` classes (a sixth of them tests) with `methods` methods each, and `relations` relations between them.

    `files` adds the units of their files and folders.
    """
    chance = random.Random(seed)
    tests = int(units * _TESTED / (1 + _TESTED))
    code = [_unit(number, units - tests, methods) for number in range(units - tests)]
    tested = [_test(unit) for unit in chance.sample(code, tests)]
    links = [_tests(unit, code_key) for unit, code_key in tested]
    links += _links(code, relations - len(links), chance)
    members = [_method(unit, number) for unit in code for number in range(methods)]
    history = [_history(unit, chance) for unit in code]
    everything = [*code, *members, *(unit for unit, _ in tested)]
    if files:
        everything = [*_in_files(everything), *_containers(everything)]
    everything.sort(key=lambda unit: unit.key)
    return Extraction(tuple(everything), tuple(sorted(links, key=_order)), history=tuple(history))


def publish_index(name: str, units: int, relations: int, methods: int) -> str:
    """Publish a synthetic repository as an index and return a sentence about it."""
    from core.backends import products
    from core.index.place import Place
    from core.index.publishing import Checkout, publish, silent
    from core.settings import index_home, read_settings

    settings = read_settings()
    found = extraction(units, relations, methods=methods, files=True)
    checkout = Checkout(
        root=f"/synthetic/{name}", built_at="2026-01-01T00:00:00+00:00", git_sha="", git_branch="", dirty=False,
        fingerprint=f"synthetic {units} {relations} {methods}", seconds=0.0,
    )  # fmt: skip
    place = Place(index_home(settings), name)
    manifest = publish(place, found, checkout, products(settings), settings.index, silent, fresh=True)
    return f"{name}: {manifest.counts['units']:,} units, {manifest.counts['relations']:,} relations"


def commits(found: Extraction, count: int = 2_000, seed: int = 7) -> tuple[list[Commit], datetime]:
    """Return commits and the date of the last.

    Each changes one file, some of what it depends on, and now and then hundreds of files at once.
    """
    chance = random.Random(seed)
    path = {unit.key: unit.file_path for unit in found.units}
    near: dict[str, list[str]] = {}
    for relation in found.relations:
        near.setdefault(path[relation.source], []).append(path[relation.target])
    files = sorted(set(path.values()))
    busy = files[: max(1, len(files) // 20)]
    made: list[Commit] = []
    end = datetime(2026, 1, 1, tzinfo=UTC)
    for number in range(count):
        first = chance.choice(busy if chance.random() < 0.5 else files)
        around = near.get(first, [])
        many = chance.sample(files, min(300, len(files))) if number % 400 == 399 else []
        changed = {first, *chance.sample(around, min(len(around), chance.randint(0, 4))), *many}
        date = (end - timedelta(hours=6 * number)).isoformat()
        made.append(
            Commit(sha256(str(number).encode()).hexdigest()[:12], date, "Ada", tuple(sorted(changed)), f"Change {number}")
        )
    return made, end


def _unit(number: int, count: int, methods: int) -> CodeUnit:
    spaces = max(1, count // _PER_NAMESPACE)
    layer = LAYERS[number * len(LAYERS) // count]
    namespace = f"Area{number % spaces:03d}"
    name = f"{layer.capitalize()}{number:06d}"
    path = f"app/{layer}s/{namespace.lower()}/{name.lower()}.rb"
    lines = 8 + number * 7919 % 140 + 4 * methods
    text = f"module {namespace}\n  class {name}\n" + "    # work\n" * (lines - 4) + "  end\nend"
    return CodeUnit(
        layer, f"{namespace}::{name}", name, namespace, "ruby", path, 1, lines, text, f"Does the work of {name}.",
        f"class {name}", metadata={"complexity": lines // 6}, source_hash=sha256(text.encode()).hexdigest(),
    )  # fmt: skip


def _test(unit: CodeUnit) -> tuple[CodeUnit, str]:
    path = unit.file_path.replace("app/", "test/").replace(".rb", "_test.rb")
    identifier = f"{unit.identifier}Test"
    test = replace(unit, type="test", identifier=identifier, name=f"{unit.name}Test", file_path=path, is_test=True)
    return test, unit.key


def _in_files(units: Iterable[CodeUnit]) -> Iterator[CodeUnit]:
    for unit in units:
        yield unit if unit.parent else replace(unit, parent=unit_key("file", unit.file_path))


def _containers(units: Iterable[CodeUnit]) -> Iterator[CodeUnit]:
    texts = {unit.file_path: (unit.source_code, unit.is_test) for unit in units if unit.type != "method"}
    folders = {str(folder) for path in texts for folder in PurePosixPath(path).parents} - {"."}
    for path, (text, is_test) in texts.items():
        at = PurePosixPath(path)
        yield CodeUnit(
            "file", path, at.name, "", "ruby", path, 1, text.count("\n") + 1, text, parent=unit_key("folder", str(at.parent)),
            source_hash=sha256(text.encode()).hexdigest(), is_test=is_test,
        )  # fmt: skip
    for path in folders:
        at = PurePosixPath(path)
        parent = "" if str(at.parent) == "." else unit_key("folder", str(at.parent))
        yield CodeUnit("folder", path, at.name, file_path=path, parent=parent)


def _tests(test: CodeUnit, target: str) -> Relation:
    return Relation(test.key, target, "tests", test.file_path, 1, "inferred")


def _method(unit: CodeUnit, number: int) -> CodeUnit:
    name = f"step_{number}"
    start = 3 + 4 * number
    return CodeUnit(
        "method", f"{unit.identifier}#{name}", name, unit.identifier, "ruby", unit.file_path, start, start + 2,
        f"    def {name}\n      work\n    end", "", f"def {name}", unit.key,
    )  # fmt: skip


def _links(code: list[CodeUnit], count: int, chance: random.Random) -> list[Relation]:
    spaces: dict[str, list[int]] = {}
    for number, unit in enumerate(code):
        spaces.setdefault(unit.namespace, []).append(number)
    return [_link(code, spaces[code[source].namespace], source, chance) for source in chance.choices(range(len(code)), k=count)]


def _link(code: list[CodeUnit], own: list[int], source: int, chance: random.Random) -> Relation:
    pool = own if chance.random() < _OWN else range(len(code))
    up = chance.random() < _UP
    fit = [number for number in pool if (number < source) is up and number != source] if pool is own else None
    low, high = (0, source) if up else (source + 1, len(code))
    if fit:
        target = fit[-1 - int(len(fit) * chance.random() ** 3)]
    else:
        target = high - 1 - int((high - low) * chance.random() ** 3) if high > low else source - 1
    unit, other = code[source], code[target]
    kind = chance.choice(_KINDS.get(unit.type, _OTHER_KINDS))
    line = chance.randint(2, unit.end_line)
    return Relation(unit.key, other.key, kind, unit.file_path, line, chance.choice(("declared", "inferred")))


def _history(unit: CodeUnit, chance: random.Random) -> History:
    total = int(200 * chance.random() ** 6) + 1
    recent = min(total, int(total * chance.random() / 2))
    frequency = "hot" if recent >= 10 else "active" if recent >= 3 else "stable" if recent else "dormant"
    frequency = "new" if total <= 2 else frequency
    return History(
        unit_key(unit.type, unit.identifier), total, recent, min(total, recent * 2), "2026-01-01", ("A", "B"), frequency
    )


def _order(relation: Relation) -> tuple[str, str, str, str, int]:
    return (relation.source, relation.target, relation.kind, relation.file_path, relation.line)


def main() -> None:
    """Publish the index that the arguments ask for."""
    name, *sizes = (*sys.argv[1:], *("synthetic", "10000", "60000", "0")[len(sys.argv) - 1 :])
    start = perf_counter()
    print(publish_index(name, *(int(size) for size in sizes)), f"in {perf_counter() - start:.1f} s")


if __name__ == "__main__":
    main()
