"""Write pairs of files that change together, each with the commits that changed both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Sequence

from core.analyse.cochange import CoChange
from core.analyse.commits import RecentCommit
from core.model import Commit, file_key
from core.present.html.elements import Markup, el, joined
from core.present.html.grid import boxed_grid, grid, more_note, paged
from core.present.html.links import anchor, file_url, set_link
from core.text.counts import counted_as, most_first

_PAIRS, _COMMITS = 500, 30
_FILES, _BUSIEST = 40, 20


def pair_list(pairs: Sequence[CoChange], known: Container[str], index: str, notes: Iterable[str] = ()) -> Markup:
    """Return the pairs in the order given; each opens to the commits that it rests on."""
    shown = [el("details", el("summary", _pair(pair, known, index)), commit_list(pair.commits)) for pair in pairs[:_PAIRS]]
    said = [more_note(_PAIRS, len(pairs)), *(el("p", note, class_="dim note") for note in notes)]
    return joined(paged(shown, class_="boxed pairs") if shown else el("p", "No results.", class_="dim"), *said)


def _pair(pair: CoChange, known: Container[str], index: str) -> Markup:
    share = max(pair.first_then_second, pair.second_then_first)
    of = pair.first if pair.first_then_second >= pair.second_then_first else pair.second
    said = (
        f"{counted_as(pair.together, 'commit')}, {share:.0%} of the commits to {of.rpartition('/')[2]} "
        f"(at least {pair.at_least:.0%}), "
        f"{pair.lift:,.1f} times as often as by chance"
    )
    related = el("span", "related", class_="tag") if pair.related else None
    names = el("span", _file(pair.first, known, index), " ↔ ", _file(pair.second, known, index), class_="pair")
    return joined(names, " ", el("span", said, class_="dim small"), " ", related)


def _file(path: str, known: Container[str], index: str) -> Markup:
    return anchor(file_url(path, index), path) if file_key(path) in known else el("span", path)


def commit_details(commits: Sequence[RecentCommit], known: Container[str], index: str) -> Markup:
    """Return commits, newest first; each opens to the files that it changed."""
    rows = [_opened(one, known, index) for one in commits[:_PAIRS]]
    listed = paged(rows, "div", "boxed pairs") if rows else el("p", "No commits.", class_="dim")
    return joined(listed, more_note(_PAIRS, len(commits)))


def _opened(commit: RecentCommit, known: Container[str], index: str) -> Markup:
    size = f"{counted_as(commit.changed, 'file')}, {commit.author}, {commit.sha[:10]}"
    date, size_ = el("span", commit.date[:10], class_="dim"), el("span", size, class_="dim small")
    files = (el("li", _file(path, known, index)) for path in commit.files[:_FILES])
    more = el("p", f"Showing {_FILES} of {commit.changed}.", class_="dim note") if commit.changed > _FILES else None
    return el("details", el("summary", date, " ", commit.subject, " ", size_), el("ul", *files, class_="list"), more)


def busiest(commits: Sequence[RecentCommit], path: str, index: str) -> Markup:
    """Return what is directly inside a folder by the commits that changed it, then the authors, most commits first."""
    below = len(f"{path}/") if path else 0
    inside = Counter(name for one in commits for name in {_step(file, path, below) for file in one.files})
    rows = []
    for name, count in _most(inside):
        full = f"{path}/{name}" if path and name else path or name
        file = not name or not name.endswith("/")
        link = anchor(file_url(full, index), full) if file else set_link("within", full.rstrip("/"), name)
        rows.append((link, count))
    authors = _most(Counter(one.author for one in commits))
    return joined(
        boxed_grid(("Folder or file", ("Commits", "num")), rows), more_note(_BUSIEST, len(inside)),
        boxed_grid(("Author", ("Commits", "num")), authors),
    )  # fmt: skip


def _step(file: str, path: str, below: int) -> str:
    """Return the folder (with `/`) or file directly below a path on the way to a file; empty for the path itself."""
    name, sign, _ = file[below:].partition("/")
    return "" if file == path else f"{name}{sign}"


def _most(counts: Counter[str]) -> list[tuple[str, int]]:
    return list(most_first(counts).items())[:_BUSIEST]


def commit_list(commits: Sequence[Commit]) -> Markup:
    """Return commits with date, author and subject, newest first."""
    rows = [(el("code", one.sha[:10]), one.date[:10], one.subject, one.author) for one in commits[:_COMMITS]]
    more = el("p", f"Showing {_COMMITS} of {len(commits)}.", class_="dim note") if len(commits) > _COMMITS else None
    return joined(grid(("", ("", "num"), "", ("", "dim")), rows), more)
