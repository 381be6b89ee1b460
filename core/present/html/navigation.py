"""What every page shows beside its content: the links to all of them, and the jobs that run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.present.html.elements import Markup, el
from core.present.html.links import page_url


@dataclass(frozen=True, slots=True)
class PageEntry:
    """A page: its title, its name in the address, the name of its Material symbol."""

    title: str
    page: str
    symbol: str = ""


def navigation(places: Iterable[PageEntry], shown: str) -> Markup:
    """Return links to the pages, the shown one marked."""
    links = [
        el(
            "li",
            el(
                "a",
                el("span", place.symbol, class_="symbol", aria_hidden="true") if place.symbol else None,
                place.title,
                href=page_url(place.page),
                data_go=True,
                aria_current="page" if place.page == shown else None,
                class_="place on" if place.page == shown else "place",
            ),
        )
        for place in places
    ]
    return el("nav", el("ul", *links, class_="places"), aria_label="Pages")


Told = Mapping[str, object]
"""A job as `Job.told()` gives it."""


def job_sentence(told: Told) -> str:
    """Return what a job that runs is at: its step with what is done of it, and the time left when it is known."""
    done, total = int(str(told["done"])), int(str(told["total"]))
    step = str(told["step"]) or "beginning"
    of = f", {done:,} of {total:,}" if total else ""
    left = told["left"]
    return f"{told['index']}: {step}{of}{f'; {duration(float(str(left)))} left' if left is not None else ''}"


def duration(seconds: float) -> str:
    """Return a time left for reading: seconds below a minute and a half, minutes below one and a half hours."""
    if seconds < 90:
        return f"about {max(1, round(seconds))} s"
    return f"about {round(seconds / 60)} min" if seconds < 5_400 else f"about {seconds / 3600:.1f} h"


def jobs_notice(running: Iterable[Told], index: str) -> Markup:
    """Return a line per job that runs, which leads to the page that has it in full."""
    rows = [
        el(
            "a",
            el("div", el("span", style=f"width:{100 * float(str(told['share'])):.0f}%"), class_="track"),
            el("span", job_sentence(told), class_="small"),
            href=page_url("settings", index=index), data_go=True, class_="job",
        )
        for told in running
    ]  # fmt: skip
    return el("div", *rows, role="status", aria_label="Index jobs") if rows else Markup("")
