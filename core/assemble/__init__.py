"""Choose what goes into the context, at which level of detail, and write it down within the budget.

A unit is not taken or left whole. Its text is cut into pieces (the frame that says what it is, declarations, signatures,
bodies, comments) by its members and its indentation, which works alike in every language with a grammar. Each piece has a
value (how relevant the unit is, how much of the question the piece holds) and a price in tokens. Pieces are bought in the
order of value per token under the constraint that a body needs its signature and anything needs its frame: the greedy
solution of the multiple-choice knapsack on its concave hull (P. Sinha, A. Zoltners, Operations Research 27 (3), 1979). So a
large class shows the three methods that matter and the names of the others, and leaves room for what stands beside it.
"""

from core.assemble.context import Assembly, assemble
from core.assemble.formats import FORMATS

__all__ = ["FORMATS", "Assembly", "assemble"]
