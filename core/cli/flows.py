"""Commands about what happens when: the flow of an entry."""

from __future__ import annotations

import click

from core.cli import completing
from core.cli.command import Command, exit_code_option, exit_if, option, show
from core.cli.options import format_option, index_option, opened


@click.command(cls=Command)
@click.argument("entry", metavar="ENTRY...", nargs=-1, required=True, shell_complete=completing.units)
@index_option
@option("--depth", type=click.IntRange(1, 12), default=4, show_default=True, help="How many calls deep to follow.")
@option("-b", "--budget", type=click.IntRange(1), metavar="TOKENS", help="Token budget: show the steps that matter most.")
@option("--reverse", is_flag=True, help="List the entry points that reach ENTRY.")
@option("--destroy", is_flag=True, help="Show what is deleted with a record of model ENTRY.")
@option("--whole", is_flag=True, help="Keep calls without an effect.")
@option("--steps", type=click.IntRange(1), default=600, show_default=True, help="Most steps to follow.")
@exit_code_option("Exit with 1 when there are no steps.")
@format_option("mermaid")
def flow(
    entry: tuple[str, ...],
    index: str | None,
    depth: int,
    budget: int | None,
    reverse: bool,
    destroy: bool,
    whole: bool,
    steps: int,
    format_: str,
) -> int:
    """Trace what happens when ENTRY runs, step by step.

    ENTRY is a route (POST /comments), an action (comments#create), a job, a mail, a task or any method. With --reverse it
    may also be FILE:LINE.
    """
    from core.flow.text import flow_text, reach_text
    from core.present.export import flows, text
    from core.text.tokens import count_tokens

    bench, name = opened(index), " ".join(entry)
    if reverse:
        reach = bench.reached_from(name)
        if format_ == "json":
            show(text.as_json(reach))
        elif format_ == "mermaid":
            show(flows.reach_mermaid(reach))
        else:
            show(reach_text(reach, budget or 0, count_tokens))
        return exit_if(not reach.chains)
    found = bench.destroyed(name, depth=depth) if destroy else bench.flow(name, depth=depth, whole=whole, steps=steps)
    if format_ == "text":
        show(flow_text(found, budget or 0, count_tokens))
    else:
        show(flows.flow_json(found) if format_ == "json" else flows.flow_mermaid(found))
    return exit_if(not found.steps)
