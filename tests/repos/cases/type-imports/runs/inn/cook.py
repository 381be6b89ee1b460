from typing import TYPE_CHECKING

DEBUG = True

if TYPE_CHECKING:
    from inn.stove import Stove
else:
    from inn.stove import Stove

if DEBUG:
    from inn.larder import Larder


def boil():
    return Stove(), Larder()
