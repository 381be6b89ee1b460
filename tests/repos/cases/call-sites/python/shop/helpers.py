class Helpers(dict):
    def __getattr__(self, name):
        return self[name]


helper_functions = Helpers()


def paint_in_stripes(kite):
    return kite


def knot_of_sailors(line):
    return line
