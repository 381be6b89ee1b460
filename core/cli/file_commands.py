"""Commands for files that an index keeps, such as coverage reports and recordings: add, list, rm."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

import click

from core.cli.command import Group, exit_code_option, exit_if, say, show
from core.cli.options import format_option, index_option, opened

if TYPE_CHECKING:
    from core.workbench import Workbench

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class KeptFiles(Generic[T]):
    """How files of one kind are named, kept and listed. `note` returns what a user should know of a new one."""

    noun: str
    read: str
    add: Callable[[Workbench, Sequence[Path]], Sequence[T]]
    forget: Callable[[Workbench, str], None]
    every: Callable[[Workbench], Sequence[T]]
    line: Callable[[T], str]
    note: Callable[[T], str] = lambda _: ""

    def change(self, bench: Workbench, files: Sequence[Path] = (), forgotten: Sequence[str] = ()) -> None:
        """Forget some, then add others."""
        for source in forgotten:
            self.forget(bench, source)
        for note in filter(None, map(self.note, self.add(bench, files) if files else ())):
            say(note)

    def show(self, bench: Workbench, format_: str = "text") -> int:
        """Print all of them; return the exit status."""
        from core.present.export import text

        found = self.every(bench)
        lines = "\n".join(map(self.line, found)) or f"No {self.noun}s. Add one: orienteer {self.noun.split()[0]} add FILE"
        show(text.as_json(found) if format_ == "json" else lines)
        return exit_if(not found)

    def commands(self, group: Group) -> None:
        """Add the three commands to a group."""

        @group.command("add", help=f"Read {self.read} into the index.")
        @click.argument(
            "files", metavar="FILE...", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
        )
        @index_option
        def add(files: tuple[Path, ...], index: str | None) -> None:
            bench = opened(index)
            self.change(bench, files)
            self.show(bench)

        @group.command("list", help=f"List the {self.noun}s.")
        @index_option
        @exit_code_option(f"Exit with 1 when there are no {self.noun}s.")
        @format_option()
        def list_(index: str | None, format_: str) -> int:
            return self.show(opened(index), format_)

        @group.command("rm", help=f"Remove {self.noun}s from the index.")
        @click.argument("sources", metavar="FILE...", nargs=-1, required=True)
        @index_option
        def rm(sources: tuple[str, ...], index: str | None) -> None:
            bench = opened(index)
            self.change(bench, forgotten=sources)
            self.show(bench)
