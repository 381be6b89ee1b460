from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mill.stones import wheel
