from typing import Generic, Protocol, Self, TypeVar

Row = TypeVar("Row")


class Opened(Protocol):
    @classmethod
    def open(cls, where: str) -> Self: ...


class Base(Generic[Row]):
    @classmethod
    def open(cls, where: str) -> Self:
        return cls()

    @classmethod
    def plain(cls):
        return cls()

    def first(self) -> Row | None:
        return None

    def every(self) -> list[Row]:
        return []


class Numbered[Item, Key](Base[Item]):
    def by_key(self, key: Key) -> Item:
        raise KeyError(key)


class Barrel:
    def roll(self):
        return 1


class Barrels(Numbered[Barrel, int]):
    def count(self):
        return 0
