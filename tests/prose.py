"""Check the English of everything that people read against the style sheet: `python -m tests.prose`, or `make prose`.

Prints each sentence that breaks a rule, with file and line, then figures for README and tutorials. Exit status 1: a text has a
fault, or README or tutorials miss a target. Evidence pages may hold figures and only warn.
"""

from __future__ import annotations

import ast
import re
import statistics
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

ROOT = Path(__file__).parents[1]
# The left column of the style sheet's table, with what to write instead.
WORDS = {
    r"comes? along": "bundled, included",
    r"anew|once more": "again",
    r"in place of": "instead of",
    r"(?<!or )(?<!someone )(?<!nothing )(?<!anything )(?<!everything )(?<!something )else(?= it| they| the|[,.;])": "otherwise",
    r"is no [A-Z]\w+ application": "is not a … application",
    r"nothing is known to": "no known …",
    r"the rest leans on|turns? around|leans? on": "most used, central",
    r"against the order that was found": "against the inferred layering",
    r"mended|mends?": "fixed",
    r"breach(es)?|knots?": "violation, cycle",
    r"let go|fell out": "dropped, discarded",
    r"the one who asks|whoever|readers of screens": "you",
    r"beside the index": "next to the index",
    r"told( apart)?|tells? apart": "reported, shown, distinguished",
    r"read in part|not read as it is": "partially parsed, parse problem",
    r"dear to change": "risky to change",
    r"at first sight|at a glance": "(delete)",
    r"that which|those which|what is said": "a noun",
    r"(budget|tokens?) of tokens": "token budget",
}
FIGURES = (  # name, pattern, most (or least, with -) per 1,000 words
    ("you, your", r"\byou(r|rs|rself)?\b", -10),
    ("that, which, what, who", r"\b(that|which|what|who|whom|whose)\b", 15),
    ("stand, lie, lead, say, tell", r"\b(stands?|stood|lies?|lay|leads?|led|says?|said|tells?|told)\b", 2),
    ("of", r"\bof\b", 18),
)
LONGEST = 30  # words in a sentence
_CODE = re.compile(r"```.*?```|~~~.*?~~~|<!--.*?-->|^(?: {4}|\||:::|\(.*\)=$|!\[).*?$|<[^>]+>", re.M | re.S)
_MARKS = re.compile(r"`[^`]*`|\[([^\]]*)\]\([^)]*\)|\[([^\]]*)\]\[[^\]]*\]|https?://\S+")
_ENDS = re.compile(r"(?<=[.!?:])[\"”*)]*\s+(?=[\"“*(A-Z0-9`])|\n\s*\n|\n(?=\s*(?:[-*+]|\d+\.|#+) )")
_NOUNS = "What|That|Rest|Test|Root|Parent|Current|Content|Text|Unit"  # begin a sentence, but are no participles
_PARTICIPLE = r"[A-Z][a-z]+(?:ed|[^s]t|wn|ten|ound|ead|old|aid|ent)"
_FRAGMENT = re.compile(rf"^(Also (?!read as)|(?!(?:{_NOUNS}) ){_PARTICIPLE} (?:is|are|was|were) )")
_QUERY = re.compile(r"^\s*(SELECT|INSERT|CREATE|DELETE|UPDATE|WITH|ALTER|DROP|PRAGMA|MATCH|ATTACH|COPY)\b")


@dataclass(frozen=True)
class Text:
    """A text that people read: where it is, and whether a fault in it fails the check."""

    place: str
    line: int
    body: str
    strict: bool = True
    figures: bool = False  # decimals are welcome


def documents() -> Iterator[Text]:
    """Yield README, contribution guides and the pages of the documentation."""
    for path in (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))):
        body = path.read_text(encoding="utf-8")
        if not any(part.startswith("_") for part in path.relative_to(ROOT).parts) and not body.startswith("<!-- Generated"):
            evidence = "evidence" in path.parts
            yield Text(str(path.relative_to(ROOT)), 1, body, not evidence, evidence)


def help_texts() -> Iterator[Text]:
    """Yield the help of every command and option."""
    from core.cli import cli

    def of_command(command: click.Command, name: str) -> Iterator[Text]:
        yield Text(f"{name} --help", 1, command.help or "")
        for parameter in command.params:
            yield Text(f"{name} {parameter.opts[0]}", 1, getattr(parameter, "help", None) or "")
        for child in getattr(command, "commands", {}).values():
            yield from of_command(child, f"{name} {child.name}")

    yield from of_command(cli, "orienteer")


def strings() -> Iterator[Text]:
    """Yield messages, labels and captions (strings of three words or more that begin as a sentence), and module docstrings."""
    for path in sorted(path for folder in ("core", "pages") for path in (ROOT / folder).rglob("*.py")):
        place, tree = str(path.relative_to(ROOT)), ast.parse(path.read_text(encoding="utf-8"))
        docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)} - {None}
        yield Text(place, 1, ast.get_docstring(tree) or "")
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                body = "".join(part.value if isinstance(part, ast.Constant) else "X" for part in node.values)  # type: ignore[misc]
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings | inside:
                body = node.value
            else:
                continue
            if re.match(r"[A-Z“\"']", body) and len(body.split()) > 2 and not _QUERY.match(body):
                yield Text(place, node.lineno, body)


def sentences(text: Text) -> Iterator[tuple[int, str]]:
    """Yield the sentences of `text`, each with its line; code, tables and addresses are blanked first."""
    body = _CODE.sub(lambda code: "\n" * code[0].count("\n"), text.body)
    body = _MARKS.sub(lambda mark: mark[1] or mark[2] or "X", body)
    start = 0
    for end in (*(match.end() for match in _ENDS.finditer(body)), len(body)):
        sentence = body[start:end]
        if sentence.strip(" \n-*+#>"):
            yield text.line + body[: start + len(sentence) - len(sentence.lstrip())].count("\n"), sentence.strip(" \n-*+#>")
        start = end


def faults(text: Text) -> Iterator[tuple[int, str]]:
    """Yield what breaks the style sheet in `text`, each with its line."""
    for line, sentence in sentences(text):
        words = len(sentence.split())
        if words > LONGEST:
            yield line, f"{words} words in a sentence: {' '.join(sentence.split()[:8])} …"
        if fragment := _FRAGMENT.match(sentence):
            yield line, f"begins with '{fragment[0].strip()}': subject, verb, object"
        if not text.figures and (figure := re.search(r"(?<![\w.])\.\d{2,}\b", sentence)):
            yield line, f"the figure {figure[0]} belongs into docs/evidence"
        for pattern, better in WORDS.items():
            if found := re.search(rf"\b(?:{pattern})\b" if not pattern.endswith(")") else rf"\b(?:{pattern})", sentence):
                yield line, f"'{found[0]}': write {better}"


def figures(name: str, texts: list[Text]) -> list[tuple[str, bool]]:
    """Return one row per target of the style sheet for `texts` together, with the measure, and whether it misses the target."""
    lengths = [len(sentence.split()) for text in texts for _, sentence in sentences(text)]
    words = " ".join(sentence for text in texts for _, sentence in sentences(text))
    if not lengths:
        return []
    long = sum(length > LONGEST for length in lengths) / len(lengths)
    median = statistics.median(lengths)
    said = f"{name}: median sentence {median:.0f} words (at most 15), {long:.0%} over {LONGEST} (at most 5%)"
    rows = [(said, median > 15 or long > 0.05)]
    for label, pattern, wanted in FIGURES:
        rate = 1000 * len(re.findall(pattern, words, re.I)) / len(words.split())
        said = f"{name}: {label}: {rate:.0f} per 1,000 words ({'at least' if wanted < 0 else 'at most'} {abs(wanted)})"
        rows.append((said, rate > wanted if wanted >= 0 else rate < -wanted))
    return rows


def main() -> int:
    """Print faults and figures; return 1 when a text that must be free of faults has one."""
    texts = [*documents(), *help_texts(), *strings()]
    failed = warned = 0
    for text in texts:
        for line, fault in faults(text):
            failed += text.strict
            warned += not text.strict
            if text.strict:
                print(f"{text.place}:{line}: {fault}")
    pages = {text.place: text for text in texts}
    tutorials = [text for place, text in pages.items() if place.startswith("docs/tutorials")]
    for row, missed in (*figures("README", [pages["README.md"]]), *figures("Tutorials", tutorials)):
        failed += missed
        print(f"{row}{': missed' * missed}")
    print(f"{failed} faults, {warned} warnings in evidence.")
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())
