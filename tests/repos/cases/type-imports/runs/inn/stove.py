from inn import cook


class Stove:
    def heat(self):
        return cook.boil()
