"""What the tools answer, each from one verb of the workbench."""

from __future__ import annotations

import base64
import binascii
import struct
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING
from zlib import crc32

from core.errors import SettingsError
from core.mcp.arguments import Given
from core.mcp.lines import analysis_blocks, head_line, neighbours_page, page, unit_lines
from core.mcp.tool_answer import MOST_TOKENS, ToolAnswer
from core.model.overview import installed
from core.text.counts import counted_as
from core.text.tokens import count_tokens
from core.vocabulary import FRAMEWORK

if TYPE_CHECKING:
    from core.model import UnitHead
    from core.model.executed import KnownTest
    from core.model.judged import JudgedQuestion
    from core.model.run import SearchRun
    from core.workbench import Workbench


_BESIDE = 120  # tokens of an answer that are not its lines: sentence, notes, what was left out
_AROUND = 1_500  # tokens of an answer that are not its context: notes, and the handle of what it shows
_MARK = "s1."


def retrieve(bench: Workbench, given: Given) -> ToolAnswer:
    """Answer a question with its context, without what an earlier answer has shown, and with the handle for the next one."""
    before = marks_of(given.text("seen"))
    known = seen_keys(bench.heads, before)
    budget = min(given.number("budget"), MOST_TOKENS - _AROUND - count_tokens(given.text("seen")))
    run = bench.ask(
        given.text("query"), budget=budget, types=given.texts("types"), paths=tuple(filter(None, [given.text("path")])),
        exclude=known, include_tests=given.flag("tests"), repositories=tuple(filter(None, [given.text("repository")])),
    )  # fmt: skip
    shown = [key for source in run.context.sources for key in (source.unit_key, *source.holds)]
    left_out = f"{len(known)} units from earlier answers omitted." if known else ""
    sentence = " ".join(part for part in (run.doubt.sentence, _understood(run), left_out, *run.notes) if part)
    if not shown:
        return ToolAnswer(f"{sentence} No results. Try other words, or codebase_search for a name.", value=_asked(run))
    text = run.context.text
    following = f"seen={handle(shown, before)}"
    rows = [_source(run, source.unit_key, source.ranges) for source in run.context.sources]
    return ToolAnswer(sentence, (text,), rows, {**_asked(run), "context": text, "seen": handle(shown, before)}, after=following)


def _understood(run: SearchRun) -> str:
    named = [f"'{entity.text}' is {entity.unit_keys[0]}." for entity in run.plan.entities if entity.unit_keys]
    return " ".join(dict.fromkeys(named[:3]))


def _asked(run: SearchRun) -> dict[str, object]:
    context = run.context
    return {
        "doubt": run.doubt.level,
        "absent": list(run.doubt.absent),
        "intent": run.plan.intent,
        "scope": run.plan.scope,
        "tokens": context.tokens,
        "budget": context.budget,
    }


def _source(run: SearchRun, key: str, ranges: Sequence[tuple[int, int]]) -> dict[str, object]:
    head = run.heads[key]
    score = next((round(ranked.score, 3) for ranked in run.ranked if ranked.unit_key == key), 0.0)
    return {"unit": key, "file": head.file_path, "lines": [list(span) for span in ranges], "score": score}


def lookup(bench: Workbench, given: Given) -> ToolAnswer:
    """Answer with one unit: its place, facts, how it is used, and its code as far as it fits."""
    sheet = bench.sheet(_at(bench, given.text("identifier")))
    blocks = unit_lines(sheet, given.number("max_tokens") - _BESIDE, code=given.flag("source"))
    unit = sheet.unit
    value = {
        "unit": unit.key, "file": unit.file_path, "lines": [unit.start_line, unit.end_line], "signature": unit.signature,
        "docstring": unit.docstring, "facts": sheet.facts, "members": list(sheet.members), "uses": len(sheet.dependencies),
        "used_by": len(sheet.dependents), "used_by_more": sheet.used_by_more, "tests": len(sheet.tests),
        "history": sheet.history, "summary": sheet.summary,
    }  # fmt: skip
    return ToolAnswer(
        head_line(bench.head(unit.key)),
        blocks,
        value=value | ({"code": unit.source_code} if given.flag("source") else {}),
        more="a larger max_tokens",
    )


def dependencies(bench: Workbench, given: Given) -> ToolAnswer:
    """Answer with what a unit uses."""
    name = _at(bench, given.text("identifier"))
    found = bench.dependencies(name, given.number("depth"), given.texts("via"))
    return neighbours_page(found.sentence, found.rows, given)


def dependents(bench: Workbench, given: Given) -> ToolAnswer:
    """Answer with what uses a unit."""
    name = _at(bench, given.text("identifier"))
    found = bench.dependents(name, given.number("depth"), given.texts("via"), tests=given.flag("tests"))
    return neighbours_page(found.sentence, found.rows, given)


def search(bench: Workbench, given: Given) -> ToolAnswer:
    """Answer with the units that write words exactly."""
    found = bench.search(given.text("keyword"), types=given.texts("types"))
    blocks = [
        (
            f"{one.unit}  {one.file_path}:{one.line}  {row['matched_fields']}"
            + (f"  {one.lines} lines" if one.lines > 1 else "")
            + f"\n  {one.text}",
            row,
        )
        for one, row in zip(found.found, found.to_rows(), strict=True)
    ]
    return page(found.sentence, blocks, given)


def framework(bench: Workbench, given: Given) -> ToolAnswer:
    """Answer with sources of Rails and of libraries about a concept."""
    types = sorted(FRAMEWORK & {head.type for head in bench.heads.values()})
    if not types:
        return ToolAnswer(
            f"Not analysed: no framework sources in this index. Run: orienteer index {bench.manifest.root} --framework"
        )
    run = bench.ask(given.text("concept"), budget=given.number("budget"), types=types)
    if not run.context.sources:
        return ToolAnswer(f"No framework sources match '{given.text('concept')}'.")
    return ToolAnswer(f"From the sources of {', '.join(types)}.", (run.context.text,), value={"context": run.context.text})


def structure(bench: Workbench, given: Given) -> ToolAnswer:
    """Answer with the whole at a glance."""
    overview = bench.overview
    counted = ", ".join(f"{count:,} {name}" for name, count in list(overview.by_type.items())[:14])
    languages = ", ".join(f"{name} {count:,}" for name, count in overview.by_language.items())
    folders = _folders(overview.places)
    entries = [
        f"  {_entry(bench.head(str(row['unit'])))}  {row['reason']} ({row['starts']})" for row in overview.entry_points[:12]
    ]
    does = [f"  {row['title']}  {row['sets_off']}  {row['file_path']}:{row['line']}" for row in overview.journeys]
    central = [
        f"  {row['unit']}  {row['fan_in']} dependents  {row['file_path']}:{row['start_line']}" for row in overview.central[:12]
    ]
    made_of = ", ".join(map(installed, overview.stack))
    about = ", ".join(str(row["noun"]) for row in overview.nouns[:12])
    blocks = (
        overview.says,
        "\n".join(filter(None, [made_of and f"Built with {made_of}.", about and f"About {about}."])),
        f"Files: {languages}. Units: {counted}; {overview.tests:,} in tests.",
        "\n".join(["Folders (lines):", *(f"  {name}  {lines:,}" for name, lines in folders[:20])]),
        "\n".join(["Most-used code:", *central]),
        "\n".join(["Key actions:", *does]) if does else "",
        "\n".join(["Entry points (starts):", *entries]) if entries else "",
        f"Parse problems: {len(overview.problems)} files." if overview.problems else "",
    )
    value = {
        "says": overview.says, "stack": list(overview.stack), "nouns": list(overview.nouns[:12]),
        "by_type": overview.by_type, "by_language": overview.by_language, "tests": overview.tests, "folders": dict(folders),
        "central": list(overview.central), "journeys": list(overview.journeys),
        "entry_points": list(overview.entry_points[:50]),
    }  # fmt: skip
    said = f"{bench.name}: {bench.manifest.root}, {_commit(bench)}"
    return ToolAnswer(said, tuple(filter(None, blocks)), value=value)


def _entry(head: UnitHead) -> str:
    return f"{head.key}  {head.file_path}:{head.start_line}" if head.start_line else head.key


def _commit(bench: Workbench) -> str:
    manifest = bench.manifest
    return f"commit {manifest.git_sha[:10]} on {manifest.git_branch}." if manifest.git_sha else "without git."


def _folders(places: Iterable[Mapping[str, object]]) -> list[tuple[str, int]]:
    """Return the folders with their lines of code, two levels deep, largest first."""
    lines: dict[str, int] = {}
    for row in places:
        name = "/".join(str(row["folder"]).split("/")[:2]) or "."
        lines[name] = lines.get(name, 0) + int(str(row["lines"]))
    return sorted(lines.items(), key=lambda pair: (-pair[1], pair[0]))


def recent_changes(bench: Workbench, given: Given) -> ToolAnswer:
    """Answer with the units that were changed last."""
    if not any(history.last_change for history in bench.histories.values()):
        return ToolAnswer("Unknown: no git history in this index.")
    types = given.texts("types")
    heads = [head for head in bench.heads.values() if (head.type in types if types else head.type == "file")]
    histories = bench.histories
    dated = [
        (histories[head.key].last_change, head) for head in heads if head.key in histories and histories[head.key].last_change
    ]
    dated.sort(key=lambda pair: pair[1].key)
    dated.sort(key=lambda pair: pair[0], reverse=True)
    blocks = [_changed(bench, when, head) for when, head in dated[: given.number("n")]]
    return ToolAnswer(
        f"Latest changed {'units' if types else 'files'} of {len(dated):,}:",
        tuple(text for text, _ in blocks), [row for _, row in blocks], total=len(blocks),
    )  # fmt: skip


def _changed(bench: Workbench, when: str, head: UnitHead) -> tuple[str, object]:
    history = bench.histories[head.key]
    by = ", ".join(history.authors[:2])
    name = head.file_path if head.type == "file" else f"{head.key}  {head.file_path}:{head.start_line}"
    commits = counted_as(history.commits_365, "commit")
    text = f"{when[:10]}  {name}  {commits} in a year, by {by}"
    return text, {"unit": head.key, "last_change": when, "commits_365": history.commits_365, "authors": list(history.authors)}


def graph_analysis(bench: Workbench, given: Given) -> ToolAnswer:
    """Answer with an analysis of the whole."""
    found = bench.analysis(
        given.text("analysis").replace(" ", "-"), kinds=given.texts("via"), level=given.text("level"), limit=0,
        type_=given.text("type"), types=given.flag("types"), since=given.text("since"),
    )  # fmt: skip
    return page(found.sentence, analysis_blocks(found.to_rows()), given)


def pagerank(bench: Workbench, given: Given) -> ToolAnswer:
    """Answer with the units that most others lead to."""
    found = bench.analysis("pagerank", limit=0)
    return page(found.sentence, analysis_blocks(found.to_rows()), given)


def flow(bench: Workbench, given: Given) -> ToolAnswer:
    """Answer with what an entry sets off, step by step, or with the chains that lead to it."""
    from core.flow.text import flow_text, reach_text

    entry = given.text("entry")
    if given.flag("reverse"):
        reach = bench.reached_from(entry)
        return _lines(reach.sentence, reach_text(reach), given.offset)
    found = bench.flow(entry, depth=given.number("depth"))
    whole = _lines(found.sentence, flow_text(found), given.offset)
    most = given.number("max_tokens")
    if given.flag("every") or given.offset or given.flag("json") or count_tokens(flow_text(found)) <= most - _BESIDE:
        return whole
    short = flow_text(found, most - _BESIDE, count_tokens)
    steps = short.removeprefix(found.sentence).strip("\n")
    left = f"Showing the most relevant of {whole.total} lines. Pass every=true for all, in order."
    return ToolAnswer(found.sentence, (steps,), after=left)


def _lines(sentence: str, text: str, offset: int) -> ToolAnswer:
    """Return a text as blocks of its lines from the offset on, without the sentence that it begins with."""
    lines = [line for line in text.split("\n") if line.strip() and line != sentence]
    more = "a larger max_tokens, or a smaller depth"
    return ToolAnswer(sentence, tuple(lines[offset:]), lines[offset:], offset=offset, total=len(lines), pages=True, more=more)


def why_not(bench: Workbench, given: Given) -> ToolAnswer:
    """Answer with what became of a unit when a question was asked."""
    explained = bench.why_not(bench.ask(given.text("query")), _at(bench, given.text("identifier")))
    return ToolAnswer(str(explained), value={"explanation": str(explained)})


def sql(bench: Workbench, given: Given) -> ToolAnswer:
    """Answer a read-only query over the tables of the catalog."""
    rows = bench.query(given.text("statement"), most=given.number("limit"))
    blocks = [(" | ".join(str(value) for value in row.values()), row) for row in rows]
    names = " | ".join(rows[0]) if rows else "no rows"
    return ToolAnswer(names, tuple(text for text, _ in blocks), rows, total=len(rows))


def impact(bench: Workbench, given: Given) -> ToolAnswer:
    """Answer with what depends on the units that a diff touches, or on one unit; or with the tests to run."""
    if bool(given.text("diff")) == bool(given.text("identifier")):
        raise SettingsError("codebase_impact needs either 'diff', a unified diff, or 'identifier', a unit.")
    name = _at(bench, given.text("identifier"))
    if given.flag("tests"):
        told = bench.tests(name) if name else bench.tests_for(given.text("diff"))
        return page(told.sentence, [(_test_line(one), asdict(one)) for one in told.tests], given)
    found = bench.impact(given.text("diff"), name, depth=given.number("depth"))
    return neighbours_page(found.sentence, found.code, given, found.tests)


def _test_line(test: KnownTest) -> str:
    return "  ".join(part for part in (test.name, test.file_path and f"{test.file_path}:{test.line}", test.because) if part)


def review(bench: Workbench, given: Given) -> ToolAnswer:
    """Answer with a change as a reviewer wants it, what deserves a look first."""
    if bool(given.text("diff")) == bool(given.text("commits")):
        raise SettingsError("codebase_review needs either 'diff', a unified diff, or 'commits', such as main..HEAD.")
    from core.present.export.review import review_text

    found = bench.review(given.text("commits"), diff=given.text("diff"))
    first, *blocks = review_text(found).split("\n\n")
    return ToolAnswer(first, tuple(blocks), [asdict(one) for one in found.remarks], more="a larger max_tokens")


def _at(bench: Workbench, name: str) -> str:
    """Return the name of a unit, that of the innermost one around a line for `path:line`."""
    path, colon, line = name.strip().rpartition(":")
    if not (colon and line.isdigit() and path and "::" not in name[len(path) - 1 :]):
        return name.strip()
    inner = bench.index.around(path, int(line))
    return inner.key if inner else path


def handle(keys: Iterable[str], before: Collection[int] = ()) -> str:
    """Return the handle of units that were shown, with those of an earlier handle."""
    marks = sorted({*before, *(crc32(key.encode()) for key in keys)})
    return _MARK + base64.urlsafe_b64encode(struct.pack(f">{len(marks)}I", *marks)).decode().rstrip("=")


def marks_of(text: str) -> frozenset[int]:
    """Return the marks of the units in a handle, none of an empty one; raises `SettingsError` for what is no handle."""
    if not text:
        return frozenset()
    body = text.removeprefix(_MARK)
    try:
        packed = base64.b64decode(body + "=" * (-len(body) % 4), altchars=b"-_", validate=True)
        if not text.startswith(_MARK) or len(packed) % 4:
            raise ValueError
    except (binascii.Error, ValueError):
        message = f"'{text[:40]}' is not a valid handle. Pass the value after 'seen=', or omit it."
        raise SettingsError(message) from None
    return frozenset(struct.unpack(f">{len(packed) // 4}I", packed))


def seen_keys(keys: Iterable[str], marks: Collection[int]) -> list[str]:
    """Return the keys whose units the handle names, in their order."""
    return [key for key in keys if crc32(key.encode()) in marks] if marks else []


def rate(bench: Workbench, given: Given) -> ToolAnswer:
    """Keep how good the answer to a question was."""
    kept = bench.rate(given.text("query"), given.number("score"), given.text("comment"))
    return ToolAnswer(f"Recorded. {kept.sentence}", value={"recorded": True})


def report_gap(bench: Workbench, given: Given) -> ToolAnswer:
    """Keep that an answer lacked a unit."""
    question = given.text("query").strip()
    kept = bench.report_gap(question, given.text("missing_unit"), given.text("unit_type"))
    unit = kept.of(question).missing[-1].unit
    known = "" if unit in bench.heads else f" {unit} is not in the index. See retrieval_suggest for the cause."
    return ToolAnswer(f"Recorded. {kept.sentence}{known}", value={"recorded": True})


def explain(bench: Workbench, given: Given) -> ToolAnswer:
    """Answer with what was said so far."""
    kept = bench.judged
    questions = list(kept.questions.values())[::-1]
    scores = kept.scores
    value = {
        "total_ratings": len(scores), "average_score": round(sum(scores) / len(scores), 2) if scores else None,
        "total_gaps": sum(len(one.missing) for one in questions),
    }  # fmt: skip
    return ToolAnswer(kept.sentence, tuple(map(_line, questions)), [asdict(one) for one in questions], value)


def _line(one: JudgedQuestion) -> str:
    units: Sequence[tuple[str, Sequence[str]]] = (
        ("right", one.right), ("wrong", one.wrong), ("missing", [each.unit for each in one.missing]),
        ("scores", [str(each.score) for each in one.ratings]),
    )  # fmt: skip
    return "; ".join([one.question, *(f"{word} {', '.join(names)}" for word, names in units if names)])


def suggest(bench: Workbench, given: Given) -> ToolAnswer:
    """Answer with what judged questions still lack, and what to do about it."""
    found = bench.gaps()
    blocks = [f"{gap.times} × {gap.subject}: {gap.cause}. {gap.sentence} {gap.advice}" for gap in found.gaps]
    return ToolAnswer(found.sentence, tuple(blocks), found.to_rows(), {"issues_found": len(found.gaps)})
