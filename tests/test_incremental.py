"""An index that was kept up to date is the index that a new reading would make."""

import pytest

from benchmarks.incremental import CHECKOUTS, run


@pytest.mark.parametrize("origin", CHECKOUTS[1:], ids=lambda origin: origin.name)
def test_after_random_edits_the_catalog_is_that_of_a_full_rebuild(origin):
    trial, found, _ = run(origin, 3, seed=20, with_git=origin.name == "python")
    assert trial.sequences == 3
    assert found == []
