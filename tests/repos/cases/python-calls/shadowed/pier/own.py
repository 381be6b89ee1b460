from pier.base import Crane


class Crane(Crane):
    def turn(self):
        return self.lift()
