"""Lines of a text by position."""

import re

from core.text.lines import blanked, line_at, line_ends


def test_a_line_begins_behind_the_end_of_the_one_before() -> None:
    assert [line_at("a\nb\n", place) for place in range(5)] == [1, 1, 2, 2, 3]


def test_line_ends_keep_the_numbers_of_lines() -> None:
    assert (line_ends("a\nb\nc"), line_ends("")) == ("\n\n", "")
    assert re.sub(r"/\*.*?\*/", blanked, "a /* b\nc */ d\ne", flags=re.DOTALL) == "a \n d\ne"
