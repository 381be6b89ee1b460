"""What a process notes of the file that it reads can be read at any moment."""

from __future__ import annotations

import struct
from time import monotonic, process_time

from core.extract.workers import set_begun, set_idle


class Watched(bytearray):
    """A place that keeps what another process may see of it: the bytes after every write."""

    seen: list[tuple[int, float, float]]

    def __setitem__(self, at: object, value: object) -> None:
        super().__setitem__(at, value)  # type: ignore[index, assignment]
        self.seen.append(struct.unpack("qdd", self))


def test_an_item_is_never_seen_with_the_times_of_another():
    place = Watched(24)
    place.seen = []
    set_idle(place)
    before = process_time(), monotonic()
    for number in range(3):
        set_begun(place, number)
    set_idle(place)
    in_work = [times for number, *times in place.seen if number >= 0]
    assert len({worked for worked, _ in in_work}) == len({began for _, began in in_work}) == 3
    assert all(worked >= before[0] and began >= before[1] for worked, began in in_work)
    assert place.seen[-1][0] == -1
