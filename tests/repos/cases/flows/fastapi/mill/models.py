from sqlalchemy.orm import DeclarativeBase


class Base(DeclarativeBase):
    pass


class Sack(Base):
    def turned(self, times):
        return times
