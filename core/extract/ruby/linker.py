"""All Ruby files of a checkout to units and relations."""

from __future__ import annotations

from core.extract.repository import Linked, Repository
from core.extract.ruby.application import Application, application
from core.extract.ruby.externals import Externals
from core.extract.ruby.relations import References, structure
from core.extract.ruby.units import class_units, method_units, other_units


def link(repository: Repository) -> Linked:
    """Return the units of a Ruby project, Rails or not, and the relations that its text shows."""
    return link_application(application(repository))


def link_application(app: Application) -> Linked:
    """Return units and relations of an application that is already gathered."""
    units = [*class_units(app), *method_units(app), *other_units(app)]
    references = References(app, Externals(app.repository))
    relations = dict.fromkeys(structure(app))
    for facts in app.files:
        relations.update(dict.fromkeys(references.of(facts)))
    tallies = dict(sorted(references.ledger.tallies.items()))
    if app.bodies.ambiguous:
        tallies["ambiguous_macros"] = sum(app.bodies.ambiguous.values())
    return Linked(tuple(units), tuple(relations), tallies=tallies, listed=tuple(references.ledger.listed))
