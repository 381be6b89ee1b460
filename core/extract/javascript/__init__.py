"""JavaScript and TypeScript: what a module defines, exports, imports and uses.

A module is its file. The reader writes uses as expressions (`cart.total`, `Cart().add`); the linker evaluates them against
the exports of all modules. Tests (`describe`, `it`) are units with their titles as names.
"""
