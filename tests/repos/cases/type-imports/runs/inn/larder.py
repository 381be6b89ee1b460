from inn.cook import boil


class Larder:
    def open(self):
        return boil()
