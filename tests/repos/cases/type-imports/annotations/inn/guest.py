from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from inn.room import Room


def greet(room: Room) -> None:
    print("welcome")
