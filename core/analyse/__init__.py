"""Read the architecture from the graph: hubs, cycles, bridges, coupling, change.

Every analysis is a function from a `View` (the graph at one level, with counts by kind and the reference lines kept) to a
`Result` (items with notes, as rows, frame or table). Relations stay recorded where they were found, between members, and
a view gathers them, so that one graph answers for methods, units, files, folders, namespaces and packages alike. Everything
is computed in key order and without chance, or with a fixed seed that the result names. `Analysis` holds the graph and the
views that its methods share.
"""

from core.analyse.analysis import Analysis
from core.analyse.result import Result
from core.analyse.view import Link, View, aggregate
from core.vocabulary import ASSOCIATIONS

__all__ = ["ASSOCIATIONS", "Analysis", "Link", "Result", "View", "aggregate"]
