"""The documentation: links of files outside of the site, rules and settings that have an explanation, commands of tutorials."""

from __future__ import annotations

import ast
import re
import shlex
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import click
import pytest

from core.cli import cli
from core.model.review import RULES
from core.settings import Settings
from tests.console_blocks import TUTORIALS, Shell, same, steps

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "docs"))  # what the documentation takes from the code is a package there
ELSEWHERE = sorted(
    path
    for pattern in ("*.md", "data/*.md", "benchmarks/**/*.md", "core/**/*.md")
    for path in ROOT.glob(pattern)
    if "sample" not in path.parts
)
PAGES = sorted(
    path
    for path in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"))
    if "_generated" not in path.parts
    and path.name != "CHANGELOG.md"
    and not path.read_text("utf-8").startswith("<!-- Generated")
)


@pytest.mark.parametrize("path", ELSEWHERE, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_outside_of_the_site_lead_to_files(path: Path) -> None:
    prose = re.sub(r"```.*?```|`[^`\n]*`", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    targets = [target.partition("#")[0] for target in re.findall(r"\]\(([^)\s]+)\)", prose) if not re.match(r"\w+:|#", target)]
    assert [target for target in targets if not (path.parent / target).exists()] == []


def commands_of(path: Path) -> Iterator[str]:
    """Yield the command lines of a page, from code blocks and inline code, without what the shell adds."""
    text = path.read_text(encoding="utf-8")
    lines = [
        line.strip().removeprefix("$ ")
        for block in re.findall(r"```\w*\n(.*?)```", text, re.DOTALL)
        for line in block.splitlines()
    ]
    for line in [*lines, *re.findall(r"`([^`\n]+)`", text)]:
        if found := re.search(r"(?:^|&& |\| )(orienteer [a-z].*)", line.removeprefix("- run: ").replace("\\|", "|")):
            yield re.split(r" +#|[|>&;](?![^'\"]*['\"])", found[1])[0]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_commands_and_options_that_a_page_names_exist(path: Path) -> None:
    for line in commands_of(path):
        words = shlex.split(line)
        command: click.Command = cli
        while len(words) > 1 and isinstance(command, click.Group) and words[1] in command.commands:
            command = command.commands[words.pop(1)]
        assert command is not cli, line
        known = {name for one in command.params for name in (*one.opts, *one.secondary_opts)} | {"--help", "--version"}
        assert {word.partition("=")[0] for word in words if re.fullmatch(r"--?[a-z][\w-]*(=.*)?", word)} <= known, line


def test_every_remark_of_a_review_has_a_rule_with_a_meaning() -> None:
    calls = [
        node
        for path in (ROOT / "core" / "review").glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Remark"
    ]
    named = {call.args[0].value for call in calls if isinstance(call.args[0], ast.Constant)}
    assert named == set(RULES)


def test_every_setting_has_a_meaning_beside_it() -> None:
    from _gen.reference import field_comments

    groups = [Settings(), *(group for one in fields(Settings()) if is_dataclass(group := getattr(Settings(), one.name)))]
    bare = {
        f"{type(group).__name__}.{one.name}"
        for group in groups
        for one in fields(group)
        if one.name not in field_comments(type(group)) and not is_dataclass(getattr(group, one.name))
    }
    assert bare == set()


def test_a_page_that_a_message_names_exists() -> None:
    titles = {path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ") for path in (ROOT / "docs").rglob("*.md")}
    texts = [path.read_text(encoding="utf-8") for folder in ("core", "pages") for path in (ROOT / folder).rglob("*.py")]
    named = {title for text in texts for title in re.findall(r"page [\"“']([^\"”']+)[\"”'] of the documentation", text)}
    assert named <= titles
    assert not any(re.search(r"see (?:README|docs/)", text, re.IGNORECASE) for text in texts)


@pytest.mark.slow
@pytest.mark.parametrize("path", TUTORIALS, ids=lambda path: path.stem)
def test_commands_of_a_tutorial_print_what_it_shows(path: Path, tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    for step in steps(path.read_text(encoding="utf-8")):
        printed = shell.run(step.command)
        assert same(step.output, printed), f"{step.command}\n{printed}\nTo update pages: python -m tests.console_blocks"
