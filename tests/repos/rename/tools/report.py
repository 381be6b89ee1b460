from tools.sums import (
    mean,
    spread,
)


def report(rows):
    return mean(rows), getattr(rows, 'mean')
