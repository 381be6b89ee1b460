"""Methods whose modules are imported when they are first called, so that opening an object loads what is used of it only."""

from __future__ import annotations

from importlib import import_module


class LateModule:
    """A module in the body of a class: `flow = LateModule("core.workbench.flows").flow` makes its function a method."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, function: str) -> LateMethod:
        return LateMethod(self._name, function)


class LateMethod:
    """A function of a module as a method; the class has the function itself from the first use on."""

    def __init__(self, module: str, function: str) -> None:
        self._module, self._function = module, function

    def __set_name__(self, owner: type, name: str) -> None:
        self._owner, self._name = owner, name

    def __get__(self, value: object, owner: type | None = None) -> object:
        function = getattr(import_module(self._module), self._function)
        setattr(self._owner, self._name, function)
        return function.__get__(value, owner)
