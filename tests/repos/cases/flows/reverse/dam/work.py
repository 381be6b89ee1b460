def fill():
    return 1


def drain():
    return 0


def lift():
    return 2


def show():
    return 3
