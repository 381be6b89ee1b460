"""The units and relations of a Rails application's smaller files, together."""

from __future__ import annotations

from collections.abc import Callable

from core.extract.rails.files.configuration import configuration_units
from core.extract.rails.files.factories import link_factories
from core.extract.rails.files.packwerk import link_packages
from core.extract.rails.files.schedules import schedule_relations
from core.extract.rails.files.tasks import read_tasks, task_relations, task_units
from core.extract.repository import Linked, Repository
from core.extract.ruby.words.inflect import Inflections


def link_files(repository: Repository, constant: Callable[[str], str | None], inflections: Inflections) -> Linked:
    """Return Packwerk packages, factories, rake tasks, files of settings and what schedules start.

    `constant` gives the key of a class.
    """
    packages = link_packages(repository)
    factories = link_factories(repository, constant, inflections)
    tasks = read_tasks(repository)
    units = (*packages.units, *factories.units, *task_units(tasks, repository), *configuration_units(repository))
    scheduled = schedule_relations(repository, constant)
    relations = (*packages.relations, *factories.relations, *task_relations(tasks), *scheduled)
    return Linked(units, relations, packages.problems)
