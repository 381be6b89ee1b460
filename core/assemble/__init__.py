"""Choose what goes into the context, at which level of detail, and write it down within the budget.

A reader wants the few places that answer, whole, and the rest as a list. So a unit is shown whole or not at all: named ones
first, then the best, then the others by the chance that they answer for their length (the greedy solution of the knapsack
problem, with the chance divided by a root of the price, for a long unit that answers is worth more than two short ones that
do not). Only what is too large is shortened, to its beginning and the lines that match, and marked as cut. A member belongs
to the nearest class around it, under whose heading its members stand in the order of the file. What is not shown is
mentioned in one list at the end. Buying pieces of units line by line, as this did before, filled a context with a hundred
scraps that matched and told nothing: of the lines that answer it showed fewer at every budget.
"""

from core.assemble.context import assemble
from core.assemble.formats import FORMATS
from core.assemble.wanted import Assembly

__all__ = ["FORMATS", "Assembly", "assemble"]
