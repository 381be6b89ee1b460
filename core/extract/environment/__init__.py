"""What the files of a repository read of their environment, and what files that describe it declare; never a value of it."""

from core.extract.environment.declares import declared_lines, is_described
from core.extract.environment.hidden import is_example, is_values_file, without_values
from core.extract.environment.reads import MARKS, passed_lines, read_lines

__all__ = [
    "MARKS",
    "declared_lines",
    "is_described",
    "is_example",
    "is_values_file",
    "passed_lines",
    "read_lines",
    "without_values",
]
