from frames import Board, harmless


class Panel(Board):
    def paint(self):
        return 1


class Plain:
    def sketch(self):
        return 2


class Broken(ValueError):
    def explain_it(self):
        return 3
