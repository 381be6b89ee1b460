from inn.guest import greet


class Room:
    def enter(self) -> None:
        greet(self)
