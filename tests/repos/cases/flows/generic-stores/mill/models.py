class Sack:
    name = ""
