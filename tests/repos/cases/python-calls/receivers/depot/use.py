from depot.store import Barrels


def by_self(where):
    barrels = Barrels.open(where)
    return barrels.count()


def by_class():
    return Barrels.plain().count()


def by_type_argument(where):
    barrel = Barrels.open(where).first()
    if barrel is None:
        return None
    return barrel.roll()


def by_the_argument_of_a_base():
    return Barrels().by_key(3).roll()


def by_a_loop():
    for barrel in Barrels().every():
        barrel.roll()
