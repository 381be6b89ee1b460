"""The one model of an open index: units by name and place, relations, texts, graph.

It is built from the catalog once per opened generation, and only as far as needed. So a cold question stays fast, and a warm
one reads memory only. Pages, command line, notebooks and the stages of a question all use it.
"""

from core.open_index.bodies import bodies_in
from core.open_index.index import OpenIndex
from core.open_index.links import Links, Neighbour
from core.open_index.names import Match, UnitNames
from core.open_index.per_index import Kept, per_index
from core.open_index.stores import Stores
from core.open_index.summaries import unit_summary

__all__ = ["Kept", "Links", "Match", "Neighbour", "OpenIndex", "Stores", "UnitNames", "bodies_in", "per_index", "unit_summary"]
