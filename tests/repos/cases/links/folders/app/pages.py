from app.measures import to_ounces
from app.shared.lengths import to_miles
from .shared import lengths


def show(km):
    return to_miles(km)


def weigh(grams):
    return to_ounces(grams)


def again(km):
    return lengths.to_miles(km)
