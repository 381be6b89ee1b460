def to_miles(km):
    return km * 0.62


def to_ounces(grams):
    return grams / 28
