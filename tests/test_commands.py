"""The README names every command, and the commands have every option that the README and the design name."""

import re
from pathlib import Path

import click
import pytest

from core.cli import cli

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
ROWS = [line for line in README.splitlines() if line.startswith("| `orienteer ")]
STABLE = {
    "index": {"--name", "--sample", "--full", "--no-vectors"},
    "ask": {"-i", "-b", "-f", "-s", "--sources", "--only-sources", "-v", "--type", "--path", "--exclude"},
    "show": {"-i", "-f", "--depth", "--kind"},
    "deps": {"-i", "-f", "--depth", "--kind"},
    "dependents": {"-i", "-f", "--depth", "--kind"},
    "path": {"-i", "-f", "--depth", "--kind"},
    "analyse": {"-i", "-f", "--kind"},
    "evaluate": {"-i", "-b", "-f", "--baseline"},
    "watch": {"--name", "--no-vectors"},
    "compare": {"-i", "-f"},
    "list": {"-f"},
    "status": {"-i", "-f", "--coverage"},
    "backends": {"-f"},
    "ui": {"-i"},
}
"""What scripts rely on."""
SHOWN = {name for name, command in cli.commands.items() if not command.hidden}


def options(command: str) -> set[str]:
    return {name for parameter in cli.commands[command].params for name in parameter.opts}


def documented() -> dict[str, str]:
    """Return the text of the table's first column after the name of each command."""
    found: dict[str, str] = {}
    for row in ROWS:
        cell = re.split(r"(?<!\\)\|", row)[1]
        for part in re.split(r"(?=orienteer [a-z])", cell)[1:]:
            found[part.split()[1].strip("`,")] = part
    return found


def test_every_command_stands_in_the_table_of_the_readme():
    assert set(documented()) == SHOWN


@pytest.mark.parametrize("command", sorted(SHOWN))
def test_every_option_of_the_readme_exists(command):
    named = set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", documented()[command]))
    assert named <= options(command)


@pytest.mark.parametrize("command", sorted(STABLE))
def test_every_option_that_scripts_rely_on_exists(command):
    assert STABLE[command] <= options(command)


def test_questions_can_be_answered_as_text_markdown_and_json():
    formats = next(parameter for parameter in cli.commands["ask"].params if "-f" in parameter.opts)
    assert isinstance(formats.type, click.Choice)
    assert {"text", "markdown", "json"} <= set(formats.type.choices)


@pytest.mark.parametrize("command", sorted(SHOWN))
def test_every_command_and_option_explains_itself(command):
    assert cli.commands[command].help
    bare = [one.name for one in cli.commands[command].params if isinstance(one, click.Option) and not one.help]
    assert set(bare) <= {"format_", "limit", "port"}
