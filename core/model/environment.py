"""What code reads of its environment: variables, credentials and settings of Rails, and what files declare of them."""

from __future__ import annotations

from dataclasses import dataclass

VARIABLE, CREDENTIAL, SETTING = "variable", "credential", "setting"
"""The kinds of what is read: a variable of the environment, a credential of Rails, a setting of `config.x`."""
READS, SETS, DECLARES = "reads", "sets", "declares"
"""What a line does: code reads a value, or sets it; a file that describes the environment declares it."""
COMPUTED = "*"
"""What stands in a name for what only the running program knows."""


@dataclass(frozen=True, slots=True)
class EnvironmentLine:
    """One line that reads, sets or declares something of the environment.

    `name` has a `*` for a part that is not literal, and is empty where none is; `default` is the code of what is taken where
    nothing is given. `via` says what does it: `ENV.fetch`, `os.getenv`, `.env.example`, `docker-compose`. `passed` is the
    function whose parameter the name is: then it is those who call it who read. `other` tells that a file declares it for
    another program, as a database.
    """

    name: str
    kind: str
    role: str
    line: int
    via: str
    default: str = ""
    passed: str = ""
    other: bool = False


@dataclass(frozen=True, slots=True)
class PlacedLine:
    """Such a line with its file, the unit around it, and whether it stands in a test."""

    told: EnvironmentLine
    file_path: str
    unit: str
    is_test: bool = False

    @property
    def place(self) -> str:
        """File and line."""
        return f"{self.file_path}:{self.told.line}"
