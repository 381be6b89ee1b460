"""Choose the units for a context and their level of detail, and write them within the token budget.

A reader wants the few places that answer as a whole, and the rest as a list. So a unit is shown whole or not at all. Named
units come first, then the best ones. The others follow by the probability that they answer, divided by a root of their length.

This is the greedy solution of the knapsack problem. The root favours one long unit that answers over two short ones that do
not.

Only a unit that is too large is shortened, to its signature and the windows that match, and marked as cut. Members appear under
the heading of their nearest class, in file order. One list at the end mentions all other units.
"""

from core.assemble.context import assemble, matching_places
from core.assemble.formats import FORMATS
from core.assemble.wanted import Assembly

__all__ = ["FORMATS", "Assembly", "assemble", "matching_places"]
