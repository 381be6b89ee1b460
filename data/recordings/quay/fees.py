"""What a berth costs."""


def fee(length, nights):
    return sum(night_fee(length, night) for night in range(nights))


def night_fee(length, night):
    total = 0.0
    for step in range(2000):
        total += (length * 1.5 + night + step) % 7
    return total / 1000


def winter_fee(length):
    return length * 20
