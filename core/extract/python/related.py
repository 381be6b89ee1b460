"""What the fields of models lend to instances: the other model's, and on that one the way back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from core.extract.facts import Declaration
from core.extract.meaning import Meaning
from core.extract.python.fields import related
from core.extract.python.holders import MANY
from core.extract.python.module import PythonModule
from core.extract.python.symbols import PythonSymbols

_ONE, _MANY = ("belongs_to", "has_one"), "has_many"
_DJANGO = frozenset(("ForeignKey", "OneToOneField", "ManyToManyField", "ParentalKey"))


def lent(symbols: PythonSymbols) -> Mapping[Meaning, Mapping[str, Meaning]]:
    """Return by class what its instances are lent, by name: an instance or many of them."""
    found: dict[Meaning, dict[str, Meaning]] = defaultdict(dict)
    for name in sorted(symbols.table):
        module = symbols.table[name]
        if module.facts.is_test:
            continue
        for scope in sorted(module.declared):
            if scope >= 0 and module.definition(scope).kind == "class":
                _of_class(module, scope, symbols, found)
    return found


def _of_class(module: PythonModule, scope: int, symbols: PythonSymbols, found: dict[Meaning, dict[str, Meaning]]) -> None:
    own = Meaning("class", module.name, scope)
    declared = {one.start_line: one for one in module.declared[scope] if one.receiver}
    for kind, other, line in related(module, scope, symbols):
        one = declared[line]
        if kind in (*_ONE, _MANY):
            found[own].setdefault(one.receiver, _instances(other, one=kind in _ONE))
        back = _way_back(one, module.definition(scope).name, kind)
        if back:
            found[other].setdefault(back, _instances(own, one=kind == "has_one"))


def _instances(meaning: Meaning, *, one: bool) -> Meaning:
    return Meaning("instance" if one else MANY, meaning.where, meaning.number, False)


def _way_back(one: Declaration, model: str, kind: str) -> str:
    """Return the name under which the other model has this one, empty if it has none."""
    if one.name.rpartition(".")[2] not in _DJANGO:
        return ""
    told = one.options.get("related_name")
    if told is not None:
        return told if isinstance(told, str) and told.isidentifier() else ""
    return model.lower() if kind == "has_one" else f"{model.lower()}_set"
