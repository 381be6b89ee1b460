class Door:
    def slam_shut(self):
        return 1


class Gate:
    def slam_shut(self):
        return 2


class Base:
    def squeak(self):
        return 0

    def open(self):
        return self.squeak()


class Hinge(Base):
    def squeak(self):
        return 1


def use():
    door = Door()
    return door.slam_shut()


def start():
    return Base().open()
