def mean(rows):
    return sum(rows) / len(rows)


def spread(rows):
    return max(rows)
