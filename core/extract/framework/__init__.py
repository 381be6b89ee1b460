"""The sources of the libraries that a checkout uses, in exactly the versions that it names, as far as they are on the disk.

They answer questions about the framework ("which callbacks does a save run?") and stay out of all others. Only what a user
of a library reads is taken: documented public classes and methods of the files that matter (`importance`), because a full
reading of a bundle would be many times the application. A library that is not installed in the named version is reported,
never replaced by another version: another version is another program.
"""

from core.extract.framework.sources import Library, find_libraries
from core.extract.framework.units import importance, with_framework

__all__ = ["Library", "find_libraries", "importance", "with_framework"]
