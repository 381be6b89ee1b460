"""Rank the candidates by a score: the weighted sum of named signals.

A signal is a number from 0 to 1, a part is a signal times its weight, and the score is the sum of the parts. Nothing else
moves a unit, so that a reader can recompute each rank. Four parts are negative: `aside`, `saturation`, `rerank` and `older
copy`.
"""

from core.rank.at_most import at_most
from core.rank.hosts import ranked_hosts
from core.rank.pieces import piece_shares
from core.rank.rank import Ranking, rank
from core.rank.rerank import judged, reranked
from core.rank.twins import behind_twins

__all__ = ["Ranking", "at_most", "behind_twins", "judged", "piece_shares", "rank", "ranked_hosts", "reranked"]
