def build_wheel(folder):
    return 1


def build_bridge(folder):
    return 1
