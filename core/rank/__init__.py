"""Order the candidates by named signals whose weighted sum is the score.

Every signal is a number from 0 to 1, every part a signal times its weight, the score the sum of the parts; nothing else moves
a unit, so that a reader can recompute each place. Parts that take away (`aside`, `saturation`, `rerank`, `older copy`) are
negative.
"""

from core.rank.at_most import at_most
from core.rank.hosts import ranked_hosts
from core.rank.rank import Ranking, rank
from core.rank.rerank import judged, reranked
from core.rank.twins import behind_twins

__all__ = ["Ranking", "at_most", "behind_twins", "judged", "rank", "ranked_hosts", "reranked"]
