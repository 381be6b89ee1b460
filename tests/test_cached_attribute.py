"""What is looked at ten thousand times by a question is made once and then an attribute."""

from __future__ import annotations

from core.runtime.once import cached_attribute
from tests.retrieval_samples import stores


class _Held:
    asked = 0

    @cached_attribute
    def weight(self) -> int:
        """What it weighs."""
        self.asked += 1
        return 7


def test_a_value_is_made_by_the_first_look_and_kept_for_its_object_alone() -> None:
    one, other = _Held(), _Held()
    assert (one.weight, one.weight, one.asked, other.asked) == (7, 7, 1, 0)
    assert other.weight == 7
    assert _Held.weight.__doc__ == "What it weighs."


def test_the_look_ups_of_an_index_are_kept_on_it() -> None:
    index = stores().index
    assert index.by_key is index.by_key
    assert {"by_key", "heads", "keys"} <= set(vars(index))
