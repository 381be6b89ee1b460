class once:
    """A property that keeps its value."""

    def __init__(self, make):
        self.make = make

    def __get__(self, holder, owner=None):
        return self.make(holder)


class kept(property):
    pass


def shown(make) -> property:
    return property(make)
