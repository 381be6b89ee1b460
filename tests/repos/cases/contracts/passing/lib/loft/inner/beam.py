class Beam:
    pass
