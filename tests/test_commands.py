"""The commands as a table: their groups, what scripts rely on, and that each explains itself in one short line."""

from __future__ import annotations

import re

import click
import pytest

from core.cli import ALIASES, SECTIONS, cli
from core.cli.command import Option
from core.model.analyses import COMMANDS

STABLE = {
    "index": {"--name", "--sample", "--full", "--no-vectors"},
    "ask": {"-i", "-b", "-f", "-s", "--sources", "--only-sources", "-v", "--type", "--path", "--exclude", "--tests"},
    "context": {"-i", "-b", "-f", "-s", "--sources", "--only-sources", "-v", "--type", "--path", "--exclude", "-o"},
    "show": {"-i", "-f", "--depth", "--kind"},
    "deps": {"-i", "-f", "--depth", "--kind", "--tests", "--no-tests"},
    "dependents": {"-i", "-f", "--depth", "--kind"},
    "path": {"-i", "-f", "--depth", "--kind"},
    "evaluate": {"-i", "-b", "-f", "--baseline", "--at-least", "--against"},
    "watch": {"--name", "--no-vectors"},
    "diff": {"-i", "-f", "--exit-code"},
    "list": {"-f"},
    "status": {"-i", "-f", "--coverage"},
    "tests": {"--keep", "--forget", "--diff", "--staged", "--limit"},
    "ui": {"-i"},
    "settings": {"--all", "--defaults"},
    "tune": {"--keep", "--save"},
}
"""What scripts rely on, old spellings included."""
COMMON = {"-q": "--quiet", "--no-color": "--no-color"}
ONE_MEANING = {
    "-i": "--index", "-f": "--format", "-o": "--output", "-n": "--limit", "-q": "--quiet", "-v": "--verbose", "-b": "--budget",
}  # fmt: skip
MOST = 60  # characters of a summary and of the help of an option


def walked(group: click.Group, before: str = "") -> list[tuple[str, click.Command]]:
    """Return every command below a group with its words."""
    found = []
    for name, command in group.commands.items():
        found.append((f"{before}{name}", command))
        if isinstance(command, click.Group):
            found += walked(command, f"{before}{name} ")
    return found


EVERY = dict(walked(cli))
SHOWN = sorted(name for name, command in EVERY.items() if not command.hidden)


def accepted(command: str) -> set[str]:
    """Return all spellings that the parser of a command takes."""
    parser = EVERY[command].make_parser(click.Context(EVERY[command]))
    return {*parser._short_opt, *parser._long_opt}


def options(command: str) -> list[click.Option]:
    return [one for one in EVERY[command].params if isinstance(one, click.Option)]


def test_the_help_shows_every_command_once_under_its_heading() -> None:
    listed = [one.name for section in SECTIONS.values() for one in section]
    assert sorted(map(str, listed)) == sorted(name for name, command in cli.commands.items() if not command.hidden)
    text = cli.get_help(click.Context(cli, info_name="orienteer"))
    places = [text.index(f"\n{heading}:\n") for heading in SECTIONS]
    assert places == sorted(places)
    assert all(re.search(rf"^  {name}\s", text, re.MULTILINE) for name in listed)


@pytest.mark.parametrize("command", sorted(STABLE))
def test_every_option_that_scripts_rely_on_exists(command: str) -> None:
    assert STABLE[command] <= accepted(command)


@pytest.mark.parametrize("name", sorted(ALIASES))
def test_an_old_name_leads_to_a_command_that_exists(name: str) -> None:
    command, *given = ALIASES[name]
    assert name not in cli.commands
    assert set(given) <= accepted(command)


@pytest.mark.parametrize("command", SHOWN)
def test_a_command_and_each_of_its_options_have_one_short_line_of_help(command: str) -> None:
    summary = EVERY[command].get_short_help_str()
    assert 0 < len(summary) <= MOST, summary
    assert summary.endswith((".", "…")), summary
    for one in options(command):
        assert one.help, one.opts
        assert len(one.help) <= MOST, (one.opts, one.help)
        assert "\n" not in one.help


@pytest.mark.parametrize("command", SHOWN)
def test_a_letter_means_one_thing(command: str) -> None:
    if isinstance(EVERY[command], click.Group):
        return
    letters = {short: long for one in options(command) for short, long in zip(one.opts, one.opts[1:], strict=False)}
    assert letters == {short: ONE_MEANING.get(short, long) for short, long in letters.items()}
    assert COMMON.keys() <= {spelling for one in options(command) for spelling in one.opts}
    assert not {"--tests", "--keep", "--all"} & {name for one in options(command) if not one.hidden for name in one.opts}


def test_old_spellings_are_in_no_help() -> None:
    text = EVERY["deps"].get_help(click.Context(EVERY["deps"]))
    assert "--include-tests" in text
    assert "--tests" not in text
    assert any(isinstance(one, Option) for one in options("deps"))


def test_the_analyses_of_the_command_line_are_those_of_the_workbench() -> None:
    import inspect

    from core.analyse import Analysis

    def needs_nothing(method: object) -> bool:
        taken = list(inspect.signature(method).parameters.values())[1:]  # type: ignore[arg-type]
        return all(one.default is not inspect.Parameter.empty for one in taken)

    methods = {name: one for name, one in inspect.getmembers(Analysis, inspect.isfunction) if not name.startswith("_")}
    assert {name.replace("-", "_") for name in COMMANDS} == {name for name, one in methods.items() if needs_nothing(one)}
    for name, row in COMMANDS.items():
        taken = set(inspect.signature(methods[name.replace("-", "_")]).parameters)
        assert set(row.options) == taken & {"kinds", "level", "since", "type", "types"}


def test_the_code_for_a_question_can_be_had_as_text_markdown_xml_and_json() -> None:
    formats = next(one for one in options("context") if "-f" in one.opts)
    assert isinstance(formats.type, click.Choice)
    assert {"text", "markdown", "xml", "json"} <= set(formats.type.choices)
