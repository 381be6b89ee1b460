"""What a flow does that is seen from outside, named before its steps."""

from __future__ import annotations

from core.model.flow import Flow, FlowStep
from core.present.flow.outward import outward
from core.present.flow.steps import outward_html

SAVED = FlowStep("save", "order.save! (Order)", file_path="o.rb", line=3)
FLOW = Flow(
    "route:POST /orders",
    "POST /orders",
    (
        FlowStep("filter", "before_action :touch", steps=(FlowStep("save", "session.save (Session)"),)),
        FlowStep(
            "action",
            "OrdersController#create",
            steps=(
                SAVED,
                FlowStep("save", "order.save (Order)", file_path="o.rb", line=9),
                FlowStep("enqueue", "InvoiceJob", "task:shop.jobs.invoice_task", "o.rb", 4),
                FlowStep("deliver", "OrderMailer#placed", "method:OrderMailer#placed", "o.rb", 5),
            ),
        ),
    ),
    "POST /orders: …",
)


def address(key: str, line: int) -> str:
    return f"/code?unit={key}&line={line}"


def test_each_thing_is_told_once_by_kind_and_what_filters_do_is_left_out() -> None:
    assert outward(FLOW) == {
        "saves": {"Order": SAVED},
        "enqueues": {"shop.jobs.invoice_task": FLOW.steps[1].steps[2]},
        "sends": {"OrderMailer#placed": FLOW.steps[1].steps[3]},
    }


def test_things_lead_to_their_code_and_modules_are_left_out_of_names() -> None:
    told = str(outward_html(FLOW, address))
    assert '<a href="/code?unit=task:shop.jobs.invoice_task&amp;line=4" data-go' in told
    assert ">invoice_task</a>" in told
    assert ">OrderMailer#placed</a>" in told
    assert "/code?unit=file:o.rb&amp;line=3" in told


def test_a_flow_that_does_nothing_outside_says_nothing() -> None:
    assert outward_html(Flow("a", "a", (FlowStep("call", "b"),), ""), address) is None


def test_of_many_things_the_first_are_named_and_the_rest_counted() -> None:
    steps = tuple(FlowStep("save", f"x.save (Model{number})") for number in range(11))
    assert "Model7" in str(outward_html(Flow("a", "a", steps, ""), address))
    assert "3 more" in str(outward_html(Flow("a", "a", steps, ""), address))
