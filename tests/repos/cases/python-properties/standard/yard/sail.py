from functools import cached_property
import functools


class Sail:
    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height

    @property
    def area(self):
        return self.width * self.height

    @area.setter
    def area(self, value):
        self.width = value

    @cached_property
    def seams(self):
        return [1, 2]

    @functools.cached_property
    def cloth(self):
        return "linen"

    def cost(self):
        return self.area * 3


class Storm(Sail):
    def cost(self):
        return super().area + len(self.seams)
