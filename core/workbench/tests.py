"""Tests of a unit and for a change: as coverage reports have them, and as the code of tests names what it uses."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import SettingsError, SourceError
from core.inspect.touched import touched
from core.measured.choice import Chosen, Order, choose, rarity
from core.measured.lines import MeasuredFile
from core.measured.moved import digests
from core.measured.names import NamesOfTests
from core.measured.paths import matched
from core.measured.reports import ReadReport, read_report
from core.model import UnitHead, file_key
from core.model.executed import LINKED, MEASURED, CoverageReport, ExecutedLines, KnownTest, TestChoice, UnitTests
from core.runtime.git_tree import commit_of, diff_between, ends_of
from core.text.counts import counted_as
from core.vocabulary import BY_PATH
from core.workbench.by_source import called, forget_source
from core.workbench.executed import kept_reports, measured_in
from core.workbench.sheets import members

if TYPE_CHECKING:
    from core.workbench.open_bench import OpenBench


_STEPS = 3  # relations between a test and what it tests, at most
_Scores = tuple[dict[str, float], dict[str, int]]
_FITS = 0.9  # share of executable lines with text below which a report is of another state of the code


def keep_coverage(bench: OpenBench, paths: Sequence[Path]) -> tuple[CoverageReport, ...]:
    """Read coverage reports (SimpleCov, coverage.py, lcov, Cobertura, llvm-cov, Go) and store them with the index.

    Raises `SourceError` for an invalid report, and for one without a file of the index.
    """
    found = [(str(path.resolve()), read_report(path)) for path in paths]
    texts = {path: text for path, _, text in bench.catalog.file_texts()}
    return tuple(_keep(bench, source, report, texts) for source, report in found)


def keep_report(bench: OpenBench, path: Path, source: str) -> CoverageReport:
    """Read the report in a file and keep it under another name; raises as `keep_coverage` does, of the report by that name."""
    with called(path, source):
        report = read_report(path)
    return _keep(bench, source, report, {path: text for path, _, text in bench.catalog.file_texts()})


def _keep(bench: OpenBench, source: str, report: ReadReport, texts: Mapping[str, str]) -> CoverageReport:
    places = matched([file.path for file in report.files], texts)
    if not places:
        named = ", ".join(file.path for file in report.files[:3]) or "none at all"
        raise SourceError(
            f"No file of the coverage report {source} is in the index '{bench.name}'; it names {named}."
            " Add it to the index of the code that was tested."
        )
    files = [replace(file, path=places[file.path]) for file in report.files if file.path in places]
    told = CoverageReport(
        source, report.format, datetime.now(UTC).isoformat(timespec="seconds"), bench.manifest.git_sha, len(files),
        sum(len(file.lines) for file in files), len({name for file in files for name in file.tests}),
        tuple(sorted(file.path for file in report.files if file.path not in places)),
        _fits((texts[file.path].split("\n"), file.lines) for file in files),
    )  # fmt: skip
    kept_reports(bench).keep(told, files, {file.path: digests(texts[file.path]) for file in files})
    return told


def _fits(files: Iterable[tuple[Sequence[str], Iterable[int]]]) -> float:
    counted = Counter(number <= len(text) and bool(text[number - 1].strip()) for text, lines in files for number in lines)
    return counted[True] / max(1, counted.total())


def forget_coverage(bench: OpenBench, source: str) -> None:
    """Remove a stored report by its path. Raises `SourceError` for an unknown path."""
    forget_source(kept_reports(bench), source, "coverage report")


def fit_note(report: CoverageReport) -> str:
    """Return a sentence when a report is not of the code that is indexed, else nothing."""
    if report.fits >= _FITS:
        return ""
    return (
        f"Only {report.fits:.0%} of its executable lines have code in the indexed files: it is probably from another commit."
        " Run the tests again, and add the report right after indexing."
    )


def unit_tests(bench: OpenBench, name: str) -> UnitTests:
    """Return the tests of a unit: those that ran its lines, then those whose code reaches it."""
    head = bench.head(name)
    measured = measured_in(bench, head.file_path)
    lines = measured.within(*_span(head)) if measured else None
    tests = _that_ran(bench, measured, (*lines.run, *lines.never)) if measured and lines else []
    known = {one.unit for one in tests if one.unit}
    tests += [one for one in _linked(bench, [head.key, *members(bench, head.key)]) if one.unit not in known]
    return UnitTests(head.key, _sentence(bench, head, lines, tests), lines, tuple(tests), bench.pages)


def executed_lines(bench: OpenBench, name: str) -> ExecutedLines | None:
    """Return the executable lines of a unit that tests ran, from the stored reports. None if no report has its file."""
    head = bench.head(name)
    measured = measured_in(bench, head.file_path) if head.file_path else None
    return measured.within(*_span(head)) if measured else None


def _span(head: UnitHead) -> tuple[int, int]:
    return (1, 1 << 31) if head.type in BY_PATH else (head.start_line, head.end_line)


def _that_ran(bench: OpenBench, measured: MeasuredFile, lines: Sequence[int]) -> list[KnownTest]:
    """Return the tests that ran some of these lines: most lines first, then those that run least else."""
    _, counts = rarity(measured.tests, lines)
    sizes = kept_reports(bench).sizes()
    order = sorted(counts, key=lambda test: (-counts[test], sizes.get(test, 0), test))
    names = NamesOfTests(bench.heads.values())
    return [_known(names, test, counts[test], f"ran {counts[test]} of its lines") for test in order]


def _known(names: NamesOfTests, test: str, lines: int, because: str) -> KnownTest:
    head = names.head(test)
    if head is None:
        return KnownTest(test, "", MEASURED, lines, because)
    return KnownTest(test, head.key, MEASURED, lines, because, head.file_path, head.start_line)


def _linked(bench: OpenBench, keys: Sequence[str]) -> list[KnownTest]:
    """Return the tests whose code leads to these units, nearest first, innermost ones only."""
    found = _steps_to(bench, keys)
    outer = {bench.heads[key].parent for key in found}
    order = sorted((steps, key) for key, steps in found.items() if key not in outer)
    return [_by_code(bench.heads[key], steps) for steps, key in order]


def _by_code(head: UnitHead, steps: int) -> KnownTest:
    because = "its code uses it" if steps == 1 else f"its code reaches it in {steps} steps"
    return KnownTest(head.identifier, head.key, LINKED, 0, because, head.file_path, head.start_line)


def _steps_to(bench: OpenBench, keys: Iterable[str]) -> dict[str, int]:
    """Return the tests that lead to some of these units, with the least number of relations between."""
    index, found = bench.index, dict[str, int]()
    wave = {index.position[key] for key in keys if key in index.position}
    seen = set(wave)
    for steps in range(1, _STEPS + 1):
        wave = {one.other for number in wave for one in index.links.into(number)} - seen
        seen |= wave
        tests = {number for number in wave if index.heads[number].is_test and index.heads[number].type not in BY_PATH}
        found.update({index.keys[number]: steps for number in tests})
        wave -= tests
    return found


def _sentence(bench: OpenBench, head: UnitHead, lines: ExecutedLines | None, tests: Sequence[KnownTest]) -> str:
    if lines is None:
        kept = kept_reports(bench).told()
        missing = "Not measured: no coverage reports (orienteer coverage add FILE)."
        ran = "No coverage report covers its file." if kept else missing
    elif not (lines.run or lines.never):
        ran = "The coverage reports have no executable lines for it."
    else:
        ran = f"Tests ran {len(lines.run)} of its {len(lines.run) + len(lines.never)} executable lines."
    counts = Counter(one.known for one in tests)
    if not tests:
        return f"{ran} {bench.verdict(head.key, 'tests')}"
    return f"{ran} {counted_as(counts[MEASURED], 'test')} ran it, {counts[LINKED]} more reach it through code."


def chosen_tests(bench: OpenBench, diff: str = "", *, commits: str = "", staged: bool = False) -> TestChoice:
    """Return the tests to run for a change, those most likely to fail first.

    The change is a unified diff against the indexed commit, `BEFORE..AFTER` of the checkout, or the staged change.
    Raises `SettingsError` unless exactly one is given, and for a diff without a hunk.
    """
    if sum((bool(diff.strip()), bool(commits), staged)) != 1:
        raise SettingsError("No single change given. Give one of a unified diff, BEFORE..AFTER, or what is staged.")
    found = touched(bench.index, diff if diff.strip() else diff_of_index(bench, commits))
    measured = {path: measured_in(bench, path) for path in found.lines}
    changed_tests = {key for key in found.units if bench.heads[key].is_test}
    ran = _orders_of_lines(bench, found.lines, measured)
    names = NamesOfTests(bench.heads.values())
    tests = _merged(bench, names, ran, found.units, changed_tests)
    missing = tuple(path for path, file in measured.items() if file is None and not _all_tests(bench, path))
    sentence = _choice_sentence(tests, len(found.units), missing)
    return TestChoice(found.units, tuple(tests), sentence, missing, found.unknown, bench.pages)


def _all_tests(bench: OpenBench, path: str) -> bool:
    return bench.heads[file_key(path)].is_test if file_key(path) in bench.heads else False


def _orders_of_lines(
    bench: OpenBench, changed: Mapping[str, Sequence[int]], measured: Mapping[str, MeasuredFile | None]
) -> tuple[Order, Order]:
    """Return the tests that ran changed lines, and those that ran others of the same units: what is added has no line yet."""
    by_line: _Scores = (defaultdict(float), defaultdict(int))
    by_unit: _Scores = (defaultdict(float), defaultdict(int))
    for path, file in measured.items():
        if file is None:
            continue
        inside = {head.key: head for line in changed[path] if (head := bench.index.around(path, line))}
        spans = [range(head.start_line, head.end_line + 1) for head in inside.values()]
        _add(by_line, rarity(file.tests, changed[path]))
        _add(by_unit, rarity(file.tests, [line for span in spans for line in span]))
    return Order("ran {} of the changed lines", *by_line), Order("ran {} lines of the changed units", *by_unit)


def _add(total: _Scores, part: tuple[Mapping[str, float], Mapping[str, int]]) -> None:
    (weights, counts), (more, lines) = total, part
    for test in more:
        weights[test] += more[test]
        counts[test] += lines[test]


def _merged(
    bench: OpenBench, names: NamesOfTests, ran: Sequence[Order], units: Sequence[str], changed: set[str]
) -> list[KnownTest]:
    """Return changed tests first, then all others by every order; a test of several names stands under that of its runner."""
    heads = {test: names.head(test) for order in ran for test in order.scores}
    runner = {head.key: test for test, head in heads.items() if head}
    steps = {runner.get(key, key): count for key, count in _steps_to(bench, units).items()}
    outer = {bench.heads[key].parent for key in (*steps, *runner) if key in bench.heads}
    linked = {test: 1 / count for test, count in steps.items() if test not in outer}
    code = Order("its code leads to them in {} steps", linked, {test: round(1 / weight) for test, weight in linked.items()})
    itself = {runner.get(key, key): 1.0 for key in changed}
    chosen = choose([Order("it is part of the change", itself, {}), *ran, code])
    chosen.sort(key=lambda one: one.test not in itself)
    return [_chosen(bench, one, heads.get(one.test), ran) for one in chosen]


def _chosen(bench: OpenBench, one: Chosen, head: UnitHead | None, ran: Sequence[Order]) -> KnownTest:
    head = head or bench.heads.get(one.test)
    lines = ran[0].told.get(one.test, 0)
    known = MEASURED if any(one.test in order.scores for order in ran) else LINKED
    name = head.identifier if head and one.test == head.key else one.test
    because = "; ".join(one.reasons)
    if head is None:
        return KnownTest(name, "", known, lines, because)
    return KnownTest(name, head.key, known, lines, because, head.file_path, head.start_line)


def _choice_sentence(tests: Sequence[KnownTest], units: int, missing: Sequence[str]) -> str:
    counts = Counter(one.known for one in tests)
    unmeasured = f" No coverage report covers {', '.join(missing[:5])}{' …' if len(missing) > 5 else ''}." if missing else ""
    if not tests:
        return f"No test is known to run or use any of the {units} changed units.{unmeasured}"
    ran = counted_as(counts[MEASURED], "test")
    return f"{counted_as(units, 'changed unit')}: {ran} ran them, {counts[LINKED]} more reach them through code.{unmeasured}"


def diff_of_index(bench: OpenBench, commits: str = "") -> str:
    """Return the unified diff of `BEFORE..AFTER`, or of what is staged, from the side that the index was made of.

    Where that is AFTER the diff leads back from there, so that lines which the change added are lines of the index. Raises
    `SourceError` for a change of which neither side is indexed, `SettingsError` for one without a line.
    """
    root = Path(bench.manifest.root)
    if not commits:
        diff, title = diff_between(root, commit_of(root, "HEAD").sha), "what is staged"
    else:
        diff, title = _between(bench, root, commits), commits
    if not diff:
        raise SettingsError(f"Nothing changed in {title}. Name another change, or stage one.")
    return diff


def _between(bench: OpenBench, root: Path, commits: str) -> str:
    before, after = (commit_of(root, name).sha for name in ends_of(commits))
    indexed = bench.manifest.git_sha
    if indexed == after:
        return diff_between(root, after, before)
    if indexed == before:
        return diff_between(root, before, after)
    raise SourceError(
        f"The index is of commit {indexed[:10] or '(none)'}, which is neither end of {commits}. Check one of them out, index it"
        " again and ask again."
    )
