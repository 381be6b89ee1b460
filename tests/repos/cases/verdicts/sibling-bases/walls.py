class Wall:
    def get_colours(self):
        return []

    def get_height(self):
        return 1

    def paint(self):
        return self.get_colours(), self.get_height()


class Striped:
    def get_colours(self):
        return ["red", "white"]


class StripedWall(Striped, Wall):
    pass


class Fence:
    def get_height(self):
        return 2


StripedWall().paint()
Fence()
