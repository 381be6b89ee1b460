def calibrate():
    return 1


def forgotten_dial():
    """Never called, though forgotten_dial is described here."""
    return 2  # not even forgotten_dial in a comment counts
