from shop import Cart


class TestCart:
    def test_add(self):
        cart = Cart()
        assert cart.add(1)


def helper():
    return Cart()


def test_checkout():
    assert helper()
