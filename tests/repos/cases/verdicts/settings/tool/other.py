def build_sdist(folder):
    return 1
