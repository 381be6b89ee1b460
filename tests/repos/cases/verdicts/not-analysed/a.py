def nothing_calls_me():
    return 1


def test_helper_only():
    return 2
