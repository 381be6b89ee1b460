def before():
    return 1


def half(:
    return


def after():
    return before()
