from a import test_helper_only


def test_it():
    assert test_helper_only() == 2
