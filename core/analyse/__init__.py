"""Analyses of the architecture: hubs, cycles, bridges, coupling, change.

Each analysis is a function from a `View` to a `Result`. A view is the graph at one level, with counts by kind and reference
lines. A result has items and notes, as rows, frame or table.

Relations are stored between members, where they were found. A view groups them, so that one graph serves methods, units,
files, folders, namespaces and packages. Results are deterministic: they follow key order, or a fixed seed that the result
names. `Analysis` holds the graph and the views that its methods share.
"""

from core.analyse.analysis import Analysis
from core.analyse.result import Result
from core.analyse.view import Link, View, aggregate
from core.vocabulary import ASSOCIATIONS

__all__ = ["ASSOCIATIONS", "Analysis", "Link", "Result", "View", "aggregate"]
