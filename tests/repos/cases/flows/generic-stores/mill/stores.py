from typing import Generic, TypeVar

from sqlalchemy.orm import Session

Row = TypeVar("Row")


class Store(Generic[Row]):
    session: Session

    def __init__(self, session: Session, table: type[Row]) -> None:
        self.session = session
        self.table = table

    def rename(self, number: int, name: str) -> None:
        row = self.session.get(self.table, number)
        row.name = name
        self.session.commit()

    def drop(self, number: int) -> None:
        self.session.delete(self.session.get(self.table, number))
