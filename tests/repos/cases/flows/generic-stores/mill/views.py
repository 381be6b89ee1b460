from fastapi import APIRouter
from mill.models import Sack
from mill.stores import Store

router = APIRouter(prefix="/sacks")


class Mill:
    @property
    def store(self):
        return Store[Sack](self.session, Sack)

    def rename(self, number: int, name: str):
        self.store.rename(number, name)

    def drop(self, number: int):
        self.store.drop(number)
