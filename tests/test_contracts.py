"""Contracts of import-linter give the verdicts of import-linter itself, over packages and contracts made at random."""

import random
import sys
from pathlib import Path

import pytest
from importlinter.application import use_cases
from importlinter.configuration import configure

from core import open_workbench
from core.pipeline.indexing import index_checkout
from core.settings import read_settings

_WORDS = ("deck", "hold", "mast", "keel", "sail", "_bilge", "oar")


def _modules(root: str, dice: random.Random) -> list[str]:
    """Return a package, its parts and theirs, three levels deep."""
    found = [root]
    for part in dice.sample(_WORDS, 4):
        found.append(f"{root}.{part}")
        found += [f"{root}.{part}.{inner}" for inner in dice.sample(_WORDS, dice.randint(0, 3))]
    return found


def _statement(target: str, dice: random.Random) -> str:
    parent, _, name = target.rpartition(".")
    ways = [f"import {target}", f"from {target} import thing", *([f"from {parent} import {name}"] if parent else [])]
    written = dice.choice(ways)
    kind = dice.random()
    if kind < 0.2:
        return f"from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    {written}"
    return f"def late():\n    {written}" if kind < 0.4 else written


def _write(folder: Path, modules: list[str], dice: random.Random) -> None:
    packages = {one for one in modules if any(other.startswith(f"{one}.") for other in modules)}
    for module in modules:
        path = folder.joinpath(*module.split("."))
        file = path / "__init__.py" if module in packages else path.with_suffix(".py")
        file.parent.mkdir(parents=True, exist_ok=True)
        targets = dice.sample(modules, dice.choice((0, 0, 1, 2)))
        written = [_statement(one, dice) for one in targets if one != module]
        written += ["import json"] if dice.random() < 0.1 else []
        file.write_text("\n".join([*written, "thing = 1", ""]))


def _contract(root: str, modules: list[str], dice: random.Random) -> dict[str, list[str] | str]:
    """Return a contract at random; some of its names fit no module."""
    names = [one for one in modules if one != root]
    patterns = [f"{root}.*", f"{root}.**", f"{root}.*.{dice.choice(_WORDS)}", f"{root}.absent"]

    def some(most: int, strange: float = 0.15) -> list[str]:
        return [dice.choice(patterns) if dice.random() < strange else one for one in dice.sample(names, dice.randint(1, most))]

    kind = dice.choice(("layers", "contained", "forbidden", "independence", "protected", "private_modules", "acyclic_siblings"))
    options: dict[str, list[str] | str] = {"type": "layers" if kind == "contained" else kind}
    if kind in ("layers", "contained"):
        tops = [one.rpartition(".")[2] for one in modules if one.count(".") == 1]
        dice.shuffle(tops)
        prefix = f"{root}." if kind == "layers" else ""
        named = [
            f"({prefix}{one})" if dice.random() < 0.2 else prefix + one
            for one in [*tops, *(["gone"] if dice.random() < 0.1 else [])]
        ]
        joined = dice.choice((" | ", " : "))
        options["layers"] = (
            [joined.join(named[:2]), *named[2:]] if dice.random() < 0.6 else named[: dice.randint(2, len(named))]
        )
        if kind == "contained":
            options["containers"] = [root]
            options |= {"exhaustive": "true"} if dice.random() < 0.4 else {}
    elif kind == "forbidden":
        options |= {"source_modules": some(2), "forbidden_modules": [*some(2), *(["json"] if dice.random() < 0.2 else [])]}
        options |= {"allow_indirect_imports": dice.choice(("true", "false")), "as_packages": dice.choice(("true", "false"))}
    elif kind == "independence":
        options["modules"] = dice.choice((some(4), [f"{root}.*"]))
    elif kind == "protected":
        options |= {"protected_modules": some(2), "allowed_importers": some(2), "as_packages": dice.choice(("true", "false"))}
    elif kind == "private_modules" and dice.random() < 0.5:
        options["packages_with_private_modules"] = some(2)
    elif kind == "acyclic_siblings":
        options |= {"ancestors": dice.choice(([root], some(1))), "depth": str(dice.randint(0, 3))}
        options |= {"skip_descendants": [dice.choice(names)]} if dice.random() < 0.3 else {}
    if dice.random() < 0.3:
        options["ignore_imports"] = [f"{dice.choice(names)} -> {dice.choice([*names, f'{root}.**'])}"]
        options["unmatched_ignore_imports_alerting"] = dice.choice(("none", "warn", "error"))
    return options


def _ini(session: dict[str, str], contracts: list[dict[str, list[str] | str]]) -> str:
    tables = [("importlinter", session), *((f"importlinter:contract:{number}", one) for number, one in enumerate(contracts))]
    lines = []
    for name, options in tables:
        lines.append(f"[{name}]")
        lines += [f"name = Contract {name.rpartition(':')[2]}"] if ":" in name else []
        for key, value in options.items():
            lines.append(f"{key} =" + (f" {value}" if isinstance(value, str) else "".join(f"\n    {one}" for one in value)))
    return "\n".join([*lines, ""])


def _judged(session: dict[str, str], contract: dict[str, list[str] | str], folder: Path) -> bool:
    """Tell whether import-linter finds a contract kept; a contract that it refuses is not."""
    file = folder / "one.ini"
    file.write_text(_ini(session, [contract]))
    try:
        report = use_cases.create_report(use_cases.read_user_options(str(file)), cache_dir=None)
    except Exception:  # noqa: BLE001 - import-linter fails in many ways, and each ends its check
        return False
    return not report.contains_failures


@pytest.mark.parametrize("seed", range(6))
def test_verdicts_are_those_of_import_linter(seed, tmp_path, monkeypatch):
    configure()
    use_cases._register_built_in_contract_types()
    dice = random.Random(seed)
    root = f"boat{seed}"
    checkout = tmp_path / "repo"
    folder = checkout / dice.choice(("", "src", "lib", "services/api/src"))
    modules = _modules(root, dice)
    _write(folder, modules, dice)
    session = {"root_package": root, "include_external_packages": dice.choice(("true", "false"))}
    session |= {"exclude_type_checking_imports": dice.choice(("true", "false"))}
    contracts = [_contract(root, modules, dice) for _ in range(60)]
    (checkout / ".importlinter").write_text(_ini(session, contracts))
    home = {"home": str(tmp_path / "home")}
    index_checkout(checkout, read_settings(home), name="boat", vectors=False)
    found = open_workbench("boat", settings=home).check()
    broken = {one.at for one in found.declared if one.new}

    monkeypatch.syspath_prepend(str(folder))
    judged = [_judged(session, one, tmp_path) for one in contracts]
    sys.modules.pop(root, None)

    wrong = [
        (contract, "kept" if kept else "broken")
        for contract, kept, declared in zip(contracts, judged, found.declared, strict=True)
        if kept == (declared.at in broken)
    ]
    assert not wrong, "\n".join(map(str, wrong))
    assert 10 < sum(judged) < 55
