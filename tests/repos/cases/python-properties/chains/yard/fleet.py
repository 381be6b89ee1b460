from __future__ import annotations


class Pilot:
    def steer(self):
        return 1

    @property
    def rank(self) -> int:
        return 2


class Ship:
    @property
    def pilot(self) -> Pilot:
        return Pilot()

    @property
    def crew(self) -> list[Pilot]:
        return [self.pilot]


class Fleet:
    flag: Ship

    @property
    def lead(self):
        return self.flag


def sail(fleet: Fleet):
    fleet.lead.pilot.steer()


def roll_call(fleet: Fleet):
    ship = fleet.lead
    ship.crew[0].steer()
    for one in ship.crew:
        one.steer()
    return [one.rank for one in ship.crew]
