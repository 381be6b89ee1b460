"""An answer in words as HTML: every statement with its citations as links to the lines, what does not hold struck out."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from core.model import split_key
from core.model.answer import EXTRACTIVE, Answer, Citation, NumberedSource, Sending, Sentence
from core.model.conversation import Turn
from core.present.html.elements import Markup, el, joined
from core.present.html.labels import parted
from core.present.html.places import with_places
from core.text.counts import counted_as

_CITED = re.compile(r"([SF]\d{1,4})(?::(\d{1,7})(?:-(\d{1,7}))?)?")
_INLINE = re.compile(r"`([^`\n]+)`|\*\*([^*\n]+)\*\*")
_ITEM = re.compile(r"\s*(?:[-*+]|\d+\.)\s+")
_HEADING = re.compile(r"\s*#{1,6}\s+")


def answer_html(answer: Answer, chosen: str = "", index: str = "") -> Markup:
    """Return the answer; each citation sets `cite` of the address, the `chosen` one is marked, lines of files are links."""
    return el("div", *_blocks(answer.sentences, chosen, index), class_="said")


def verdict_html(answer: Answer, told: Collection[str] = ()) -> Markup:
    """Return what the answer is worth: its verdict, statements without a citation, struck citations, notes not yet `told`."""
    marks = {"supported": "good", "unsupported": "bad"}
    worth = "From the index alone" if answer.verdict == EXTRACTIVE else answer.verdict.capitalize()
    parts = [el("b", worth, class_=marks.get(answer.verdict, ""))]
    stated = sum(sentence.states for sentence in answer.sentences)
    if answer.verdict != EXTRACTIVE:
        parts.append(el("span", f"{stated - answer.uncited} of {stated} statements cited"))
    if answer.struck:
        parts.append(el("span", f"{counted_as(len(answer.struck), 'citation')} removed", class_="bad"))
    notes = [el("p", note, class_="note dim") for note in answer.notes if note not in told]
    return el("div", el("div", *parts, class_="row wrapping"), *notes)


def sources_html(answer: Answer, chosen: str = "") -> Markup:
    """Return the sources that the answer cites, as links that show their lines."""
    cited = {citation.label for sentence in answer.sentences for citation in sentence.cited}
    label = chosen.partition(":")[0]
    items = [_source(source, source.label == label) for source in answer.sources if source.label in cited]
    return el("ul", *(el("li", item) for item in items), class_="list boxed")


def writing_html(sentences: Sequence[Sentence], index: str) -> Markup:
    """Return what has arrived of an answer so far, for a place without the style of the pages."""
    return el("div", *_blocks(sentences, "", index), style="line-height:1.6")


def earlier_html(number: int, turn: Turn, answer: Answer | None, index: str = "") -> Markup:
    """Return an earlier turn: its question, and its answer or how many places it showed."""
    places = counted_as(len(turn.shown), "result")
    text = answer_html(answer, index=index) if answer else el("p", f"{places}, no written answer.", class_="dim small")
    return el("section", el("h3", f"{number}. {turn.question}", class_="turn"), text, aria_label=f"Turn {number}")


def sending_html(sending: Sending, *, local: bool) -> Markup:
    """Return to whom how much would be sent, and what that may cost."""
    leaves = "Nothing leaves your machine." if local else "This leaves your machine."
    return el("p", el("b", leaves), " ", sending.sentence)


def chosen_citation(answer: Answer, wanted: str) -> tuple[NumberedSource, Citation] | None:
    """Return the source and the lines that an address names as `S3:12-20`, by default the first citation of the answer."""
    known = {source.label: source for source in answer.sources}
    form = _CITED.fullmatch(wanted)
    if form and form[1] in known:
        first = int(form[2] or 0)
        return known[form[1]], Citation(form[1], first, int(form[3] or first))
    first_cited = next((one for sentence in answer.sentences for one in sentence.cited if one.label in known), None)
    return (known[first_cited.label], first_cited) if first_cited else None


def address_of(citation: Citation) -> str:
    """Return a citation as the address names it."""
    return str(citation)[1:-1]


def _source(source: NumberedSource, chosen: bool) -> Markup:
    first = source.ranges[0][0]
    value = f"{source.label}:{first}"
    type_, identifier = split_key(source.unit_key)
    return el(
        "a", el("div", el("span", source.label, class_="rank"), parted(identifier, "name"),
                el("span", type_, class_="tag type"), class_="row"),
        el("div", parted(f"{source.file_path}:{first}", marks="/"), class_="small dim"),
        href=f"?cite={value}", data_set=f"cite={value}", class_="item on" if chosen else "item",
    )  # fmt: skip


def _blocks(sentences: Sequence[Sentence], chosen: str, index: str) -> Iterator[Markup]:
    """Yield headings, paragraphs, list items and code, each line of the text one of them."""
    code: list[str] | None = None
    line: list[Sentence] = []
    for sentence in sentences:
        if sentence.text.lstrip().startswith(("```", "~~~")):
            if code is not None:
                yield el("pre", el("code", "\n".join(code)), class_="plain boxed")
            code = None if code is not None else []
            continue
        if code is not None:
            code.append(sentence.text)
            continue
        line.append(sentence)
        if "\n" in sentence.after:
            yield _line(line, chosen, index)
            line = []
    if code:
        yield el("pre", el("code", "\n".join(code)), class_="plain boxed")
    if line:
        yield _line(line, chosen, index)


def _line(sentences: Sequence[Sentence], chosen: str, index: str) -> Markup:
    first = sentences[0].text
    heading, item = _HEADING.match(first), _ITEM.match(first)
    start = (heading or item).end() if heading or item else 0  # type: ignore[union-attr]
    parts = [_sentence(one, chosen, index, start if place == 0 else 0) for place, one in enumerate(sentences)]
    if heading:
        return el("h4", *parts)
    return el("p", *parts, class_="bullet" if item else None)


def _sentence(sentence: Sentence, chosen: str, index: str, start: int) -> Markup:
    bare = sentence.states and not sentence.cited
    text = el(
        "span", *_inline(sentence.text[start:], index), class_="uncited" if bare else None,
        title="No valid citation" if bare else None,
    )  # fmt: skip
    return joined(text, *(_citation(one, chosen) for one in sentence.cited), *map(_struck, sentence.struck), " ")


def _citation(citation: Citation, chosen: str) -> Markup:
    value = address_of(citation)
    link = el(
        "a", value, href=f"?cite={value}", data_set=f"cite={value}", class_="cite on" if value == chosen else "cite",
        aria_label=f"Lines of {value}",
    )  # fmt: skip
    return joined(" ", link)


def _struck(citation: Citation) -> Markup:
    return joined(" ", el("s", address_of(citation), class_="cite bad", title=f"Struck out: {citation.fault}"))


def _inline(text: str, index: str) -> Iterator[str]:
    """Yield the text with code and bold as elements and lines of files as links, everything else as it is."""
    at = 0
    for match in _INLINE.finditer(text):
        yield with_places(text[at : match.start()], index)
        yield el("code", with_places(match[1], index)) if match[1] else el("b", match[2])
        at = match.end()
    yield with_places(text[at:], index)
