from tests.factories import KiteFactory


def test_untangle():
    made = KiteFactory()
    assert made.untangle()
    assert KiteFactory.create().tail_length
    for one in KiteFactory.create_batch(2):
        assert one.untangle()
