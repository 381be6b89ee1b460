"""The XML of Cobertura, which `coverage xml`, gcovr, SimpleCov's formatter and many others write."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from xml.etree import ElementTree

from core.errors import SourceError
from core.model.executed import FileHits

NAME = "Cobertura"


def fits(text: str) -> bool:
    """Tell whether a text is of this format."""
    return text.lstrip("\ufeff \r\n\t").startswith("<") and "<coverage" in text[:8_192]


def read(text: str) -> Iterator[FileHits]:
    """Yield the files, with the one source folder before their paths if there is one.

    Entities that a file declares are refused: they could grow it without end.
    """
    if "<!ENTITY" in text:
        raise SourceError("it declares XML entities, which is not allowed")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as problem:
        raise SourceError(f"its XML ends in an error ({problem})") from problem
    sources = [source.text.strip().rstrip("/") for source in root.iter("source") if source.text and source.text.strip()]
    folder = f"{sources[0]}/" if len(sources) == 1 and sources[0] not in (".", "") else ""
    found: dict[str, Counter[int]] = defaultdict(Counter)
    for part in root.iter("class"):
        path = part.get("filename", "")
        seen: Counter[int] = Counter()
        for line in part.findall("lines/line"):  # those of methods stand there a second time
            seen[int(line.get("number", 0))] = int(float(line.get("hits", 0)))
        found[path if path.startswith("/") else folder + path] += Counter()
        for number, hits in seen.items():
            found[path if path.startswith("/") else folder + path][number] += hits
    for path in sorted(found):
        yield FileHits(path, dict(found[path]))
