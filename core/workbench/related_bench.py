"""Verbs by the names of the forerunners: what is related to a unit, contexts for a model, a feature, what a unit needs."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from core.errors import SettingsError
from core.model.run import SearchRun
from core.workbench.measured_bench import MeasuredBench

if TYPE_CHECKING:
    import networkx as nx

    from core.analyse.kin import Kin


class RelatedBench(MeasuredBench):
    """What a unit shares with others, the graph of some types, and the contexts of what is asked for over and over."""

    def related_to(self, name: str, limit: int = 20) -> tuple[Kin, ...]:
        """Return the units that share most dependencies with a unit. Rare dependencies count most.

        Methods are compared with methods and classes with classes. Tests are left out unless the unit is one.
        """
        from core.analyse.kin import kin

        head = self.head(name)
        units = self.analyse.view("unit", tests=head.is_test)
        view = units if head.key in units.out else self.analyse.view("member", tests=head.is_test)
        return kin(view, head.key, limit)

    def subgraph_for_types(self, types: Sequence[str]) -> nx.MultiDiGraph:
        """Return the part of `graph` with the units of these types. Raises `SettingsError` for a type without units."""
        known = sorted(self.index.types)
        for type_ in types:
            if type_ not in self.index.types:
                near = difflib.get_close_matches(type_, known, n=1)
                hint = f" Did you mean '{near[0]}'?" if near else f" Choose from: {', '.join(known)}."
                raise SettingsError(f"No units of the type '{type_}'.{hint}")
        found: nx.MultiDiGraph = self.graph.subgraph([head.key for head in self.index.heads if head.type in types]).copy()
        return found

    def retrieve_for_model(self, name: str, *, budget: int | None = None, include_structural: bool = True) -> SearchRun:
        """Return the run of a question about a unit and its dependents, with the unit and its parts in the context.

        Any unit is valid, not only a model. Raises `SourceError` for an unknown name. Without `include_structural`, the
        context has no overview of the codebase.
        """
        return self._retrieved(f"How does {self._named(name)} work, and what belongs to it?", budget, include_structural)

    def retrieve_for_feature(self, text: str, *, budget: int | None = None, include_structural: bool = True) -> SearchRun:
        """Return the run of a question about a feature, such as "checkout flow" or "password reset"."""
        return self._retrieved(f"How does this feature work: {text}?" if text.strip() else "", budget, include_structural)

    def retrieve_dependencies(self, name: str, *, budget: int | None = None, include_structural: bool = True) -> SearchRun:
        """Return the run of a question about the dependencies of a unit, with the unit and its dependencies in the context."""
        return self._retrieved(f"What does {self._named(name)} depend on?", budget, include_structural)

    def _named(self, name: str) -> str:
        return self.head(name).identifier

    def _retrieved(self, question: str, budget: int | None, structural: bool) -> SearchRun:
        settings: Mapping[str, object] = {} if structural else {"assemble.structural": 0.0}
        return self.ask(question, budget=budget, settings=settings)
