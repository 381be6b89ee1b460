class Crane:
    def lift(self):
        return self.hook()

    def hook(self):
        return 1
