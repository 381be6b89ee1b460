"""The sources of installed libraries, in exactly the versions of the checkout.

They answer questions about the framework ("which callbacks does a save run?") and stay out of all others. Only the interface
of a library is read: documented public classes and methods of its main files (`importance`). Reading all of it would be many
times the size of the application.

A library that is not installed in the named version is reported and never replaced by another version.
"""

from core.extract.framework.sources import Library, find_libraries
from core.extract.framework.units import importance, with_framework

__all__ = ["Library", "find_libraries", "importance", "with_framework"]
