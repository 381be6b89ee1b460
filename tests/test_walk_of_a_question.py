"""A question and a click walk through few rooms, in order: what is asked of a room is asked at once."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

import pytest

from benchmarks.walks import MOST_RETURNS, Walk, click
from tests.retrieval_samples import shop


def test_a_question_comes_back_to_no_room_more_than_twice() -> None:
    bench = shop()
    walk = Walk().over(lambda: bench.ask("How does an order get from the basket to the customer?"), started=False)
    assert walk.rooms[0] == "workbench"
    stages = [room for room in walk.rooms if room in ("pipeline", "search", "rank", "assemble")]
    assert [room for room, _ in groupby(stages)][:4] == ["pipeline", "search", "rank", "assemble"]
    assert max(Counter(walk.rooms).values()) <= 1 + MOST_RETURNS, "\n".join(map(" ".join, walk.entered))


def test_a_click_on_hubs_comes_back_to_no_room_more_than_four_times(shell: object) -> None:
    pytest.importorskip("streamlit", reason="The pages need Streamlit: pip install 'orienteer[ui]'")
    walk = Walk().over(click("sample"), started=True)
    assert walk.rooms[0] == "pages"
    assert "present.drawings" in walk.rooms
    # The list of indexes, the session, the scope in the sidebar, the result, and what of it is in the scope.
    assert max(Counter(walk.rooms).values()) <= 3 + MOST_RETURNS, "\n".join(map(" ".join, walk.entered))
