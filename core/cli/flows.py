"""Commands about what happens when: the flow of an entry."""

from __future__ import annotations

import click

from core.cli.options import index_option, opened


@click.command()
@click.argument("entry", nargs=-1, required=True)
@index_option
@click.option("--depth", type=click.IntRange(1, 12), default=4, show_default=True, help="How many calls deep to follow.")
@click.option(
    "-b",
    "--budget",
    type=click.IntRange(1),
    help="Tokens of the text: the steps that matter most, or the nearest entries, are shown.",
)
@click.option("--reverse", is_flag=True, help="From where ENTRY, a unit or FILE:LINE, is reached.")
@click.option("--destroy", is_flag=True, help="What goes with a record of the model ENTRY when it is destroyed.")
@click.option("--whole", is_flag=True, help="Keep calls that set nothing off.")
@click.option(
    "--steps", type=click.IntRange(1), default=600, show_default=True, help="Follow calls until there are so many steps."
)
@click.option("-f", "--format", "format_", type=click.Choice(["text", "mermaid", "json"]), default="text", show_default=True)
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
) -> None:
    """Tell what happens when ENTRY is entered, step by step.

    ENTRY is a route (POST /comments), an action (comments#create), a job, a mail, a task or any method.
    """
    from core.flow.text import flow_text, reach_text
    from core.present.export import flows, text
    from core.text.tokens import count_tokens

    bench, name = opened(index), " ".join(entry)
    if reverse:
        reach = bench.reached_from(name)
        click.echo(
            text.as_json(reach)
            if format_ == "json"
            else flows.reach_mermaid(reach)
            if format_ == "mermaid"
            else reach_text(reach, budget or 0, count_tokens)
        )
        raise SystemExit(0 if reach.chains else 1)
    found = bench.destroyed(name, depth=depth) if destroy else bench.flow(name, depth=depth, whole=whole, steps=steps)
    if format_ == "text":
        click.echo(flow_text(found, budget or 0, count_tokens))
    else:
        click.echo(flows.flow_json(found) if format_ == "json" else flows.flow_mermaid(found))
    raise SystemExit(0 if found.steps else 1)


COMMANDS = (flow,)
