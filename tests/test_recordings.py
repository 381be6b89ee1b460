"""Recordings of running applications: every format is read, and no value of theirs is kept."""

from __future__ import annotations

import gzip
import json
import shutil
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import SourceError
from core.inspect.observed.index import span_of
from core.measured.observed.formats import rails_log
from core.measured.observed.gathered import Gathered
from core.measured.observed.known import KnownNames
from core.measured.observed.lines import LONGEST, moment, opened
from core.measured.observed.recordings import FORMATS, read_recording
from core.measured.observed.route_paths import RoutePaths
from core.measured.observed.statements import is_elsewhere, is_query, masked, tables_of
from core.model.observed import Figures, Recording, Subject

DATA = Path(__file__).parents[1] / "data" / "recordings"
SECRETS = (
    "secret@example", "erna", "hunter2", "s3cr3t", "alice", "abcdef0123456789", "wp-login", "127.0.0.1", "999999", "leaks",
)  # fmt: skip
"""What the recordings of `data/recordings` hold and nothing may keep, in small letters."""
ROUTES = (
    "GET /issues/:id", "PATCH /issues/:id", "GET /issues", "POST /projects/:project_id/issues", "GET /projects/:id",
    "GET /login", "POST /login", "GET /projects", "GET /search", "GET /my/page", "DELETE /bookings/<int:booking>", "GET /",
)  # fmt: skip
WORDS = frozenset({"bookings", "id", "ship", "email", "tokens", "users", "user_id", "berths", "name", "length", "berth_id"})
FILES = ("app/models/query.rb", *(path.relative_to(DATA).as_posix() for path in sorted((DATA / "quay").glob("*.py"))))
REDMINE = KnownNames(ROUTES, frozenset({"IssuesController", "IssuesController#show"}), WORDS, frozenset(FILES))


def read(path: Path, known: KnownNames = REDMINE) -> Gathered:
    return read_recording(path, known).gathered


def named(gathered: Gathered, kind: str) -> dict[str, Figures]:
    return {one.name: figures for one, figures in gathered.figures.items() if one.kind == kind}


def written(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


def everything(gathered: Gathered) -> str:
    """Return all names that would be kept, in small letters."""
    return json.dumps([*gathered.figures, *gathered.seen, *gathered.left_out], ensure_ascii=False).lower()


ALL = {
    "redmine.log.gz": "Rails log", "redmine-debug.log.gz": "Rails log", "redmine-lograge.log": "lograge",
    "redmine-lograge-json.log": "lograge", "redmine.stackprof.json.gz": "stackprof",
    "quay.otlp.jsonl": "OpenTelemetry (OTLP JSON)", "quay.pyinstrument.json.gz": "pyinstrument",
    "quay.speedscope.json": "speedscope", "quay.collapsed.gz": "collapsed stacks",
    "mysql-slow.log": "MySQL slow-query log", "postgres.log": "PostgreSQL log",
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(ALL))
def test_what_was_really_recorded_is_known_by_its_content_and_nothing_of_its_values_is_kept(name: str, tmp_path: Path) -> None:
    found = read_recording(Path(shutil.copy(DATA / name, tmp_path / "recording")), REDMINE)

    assert found.format == ALL[name]
    assert not [word for word in SECRETS if word in everything(found.gathered)]
    if name != "redmine.stackprof.json.gz":  # of which the index knows one file
        assert found.gathered.figures


def test_a_log_of_rails_tells_routes_actions_templates_mails_and_what_set_them_off() -> None:
    found = read(DATA / "redmine.log.gz")
    routes, actions = named(found, "route"), named(found, "action")

    assert routes["GET /issues/:id"].calls == 15
    assert actions["IssuesController#show"].calls == 15
    assert 100 < actions["IssuesController#show"].ms / 15 < 1000
    assert actions["IssuesController#show"].query_ms > 0
    assert routes["GET /:…"].errors == 3  # of no route: not even the path is kept
    assert named(found, "mail")["Mailer#issue_edit"].calls == 6
    assert {one.callee.name for one in found.seen if one.caller.name == "IssuesController#update"} == {"Mailer#issue_edit"}
    assert {one.callee.name for one in found.seen if one.caller.name == "MyController#page"} == {
        "my/page"
    }  # no layout: it goes around
    assert found.span[1] - found.span[0] < 60


def test_a_log_with_statements_counts_queries_and_keeps_their_shape() -> None:
    found = read(DATA / "redmine-debug.log.gz")

    assert named(found, "action")["AccountController#login"].queries > 0
    assert any(
        sql.startswith("SELECT tokens.* FROM tokens WHERE tokens.user_id = ? AND (… = ?)") for sql in named(found, "query")
    )


def test_jobs_and_errors_are_told_where_rails_logs_them(tmp_path: Path) -> None:
    log = """\
[a] Started POST "/issues/7?key=abcdef" for 10.0.0.1 at 2026-11-23 10:00:00 +0100
[b] Started GET "/nowhere/bob" for 10.0.0.1 at 2026-11-23 10:00:00 +0100
[a] Processing by IssuesController#update as HTML
[b] ActionController::RoutingError (No route matches [GET] "/nowhere/bob"):
[a] [ActiveJob] Enqueued CleanJob (Job ID: 1f) to Async(default) with arguments: "bob@example.com"
[a] Completed 500 Internal Server Error in 12ms (ActiveRecord: 1.5ms (3 queries, 1 cached) | GC: 0.1ms)
[ActiveJob] [CleanJob] [1f] Performing CleanJob (Job ID: 1f) from Async(default) enqueued at 2026-11-23T09:00:01Z
[ActiveJob] [CleanJob] [1f]   User Load (0.3ms)  SELECT "users".* FROM "users" WHERE "users"."email" = 'bob@example.com'
[ActiveJob] [CleanJob] [1f]   ↳ app/models/query.rb:12:in `clean'
[ActiveJob] [CleanJob] [1f] Error performing CleanJob (Job ID: 1f) from Async(default) in 7.5ms: KeyError (bob@example.com):
[c] Started GET "/issues/8" for 10.0.0.1 at 2026-11-23 10:00:02 +0100
[c] Processing by IssuesController#show as HTML
"""
    found = read(written(tmp_path / "log", log))

    assert named(found, "action")["IssuesController#update"][:6] == (1, 1, 12.0, 0, 3, 1.5)
    assert named(found, "job")["CleanJob"][:6] == (1, 1, 7.5, 0, 1, 0.3)
    assert named(found, "route")["GET /:…/:…"].errors == 1
    assert named(found, "query") == {"SELECT users.* FROM users WHERE users.email = ?": Figures(1, 0, 0.3)}
    assert Subject("code", "", "app/models/query.rb", 12) in found.figures
    assert [(one.callee.name, one.via) for one in found.seen if one.callee.kind == "job"] == [("CleanJob", "enqueued")]
    assert found.left_out["requests whose end the log has not"] == 1
    assert "bob" not in everything(found)
    assert found.span == (moment("2026-11-23T09:00:00Z"), moment("2026-11-23T09:00:00Z"))


def test_lograge_tells_the_same_as_pairs_and_as_json() -> None:
    pairs, texts = (named(read(DATA / name), "action") for name in ("redmine-lograge.log", "redmine-lograge-json.log"))

    assert pairs["AccountController#login"].calls == texts["AccountController#login"].calls == 3
    assert texts["AccountController#login"].query_ms > 50
    assert named(read(DATA / "redmine-lograge.log"), "route")["POST /login"].last == moment("2026-11-23T12:13:35+00:00") - 1


def test_statements_of_databases_are_kept_without_their_values() -> None:
    mysql, postgres = (named(read(DATA / name), "query") for name in ("mysql-slow.log", "postgres.log"))

    assert "UPDATE bookings SET ship = ?, email = ? WHERE id = ?" in mysql
    assert "UPDATE bookings SET ship = ?, email = ? WHERE id = ?" in postgres  # where 'c:\' ends with its backslash
    assert "SELECT ship FROM bookings WHERE email = ? AND id IN (?, …)" in mysql.keys() & postgres.keys()
    assert postgres["SELECT id FROM bookings WHERE email = ?"].calls == 1  # parsed, bound and executed once
    assert mysql["SELECT … (?), ?"].ms >= 200
    assert not any("CREATE" in sql for sql in mysql)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "unknown format"), ("hello\nworld", "unknown format"), ("{}", "unknown format"),
        ("\x00\x01\x02", "unknown format"),
        ('{"resourceSpans": [{"scopeSpans": 7}]}', "is not a list"), ('{"resourceSpans": [', "is invalid"),
        ('{"version":1.2,"interval":1,"gc_samples":0,"frames":[]}', "is not an object"),
        ('{"version":1.2,"interval":1,"gc_samples":0,"frames":{},"raw":[1,"x",-1]}', "not a count"),
        ('{"sample_count": 3, "root_frame": [' + "[" * 100_000, "is invalid"),
        ('{"$schema": "https://www.speedscope.app/file-format-schema.json", "shared": {}}', "is invalid"),
    ],
)  # fmt: skip
def test_a_file_at_fault_is_refused_with_its_reason(text: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=reason):
        read_recording(written(tmp_path / "recording", text), REDMINE)


def test_a_bomb_is_bounded(tmp_path: Path) -> None:
    line = b'[a] Started GET "/' + b"a" * (3 * LONGEST) + b"\n"
    (tmp_path / "log.gz").write_bytes(gzip.compress(b'Started GET "/" for 1 at 2026-11-23 10:00:00 UTC\n' + line))
    with opened(tmp_path / "log.gz") as lines:
        assert max(len(one) for one in lines) <= LONGEST

    (tmp_path / "json.gz").write_bytes(gzip.compress(b'{"resourceSpans": [\n' + b" " * (1 << 28) + b"]}", 1))
    with pytest.raises(SourceError, match="larger than 256 MiB"):
        read_recording(tmp_path / "json.gz", REDMINE)

    (tmp_path / "torn.gz").write_bytes(gzip.compress(b'Started GET "/" for 1\n' + Random(1).randbytes(200_000))[:-2000])
    with pytest.raises(SourceError, match="cannot be read"):
        read_recording(tmp_path / "torn.gz", REDMINE)


def test_exports_of_services_are_known_by_their_columns(tmp_path: Path) -> None:
    relic = (
        'Name,Count,"Average duration (s)",Error rate\nController/issues/show,10,0.25,10 %\n'
        "OtherTransaction/Sidekiq/CleanJob,4,1,0\n"
    )
    dog = 'resource_name,hits,errors,latency_avg\n"GET /issues/{id}",5,1,12 ms\nbob@example.com,5,1,12 ms\n'
    sky = "Endpoint,Requests,Typical response (ms)\nIssuesController#show,7,20\n"
    found = [read(written(tmp_path / "table.csv", text)) for text in (relic, dog, sky)]

    assert named(found[0], "action")["IssuesController#show"][:3] == (10, 1, 2500.0)
    assert named(found[0], "job")["CleanJob"].ms == 4000
    assert named(found[1], "route") == {"GET /issues/:id": Figures(5, 1, 60.0)}
    assert found[1].left_out["rows whose name is no route, action or job"] == 1
    assert named(found[2], "action")["IssuesController#show"].ms == 140
    assert "bob" not in everything(found[1])


def test_stacks_of_rubys_profilers_tell_who_called_whom_through_a_library(tmp_path: Path) -> None:
    rbspy = "<main> - bin/rails:4;save - /srv/redmine/app/models/query.rb:3;tap [c function] - (unknown);block in run - "
    found = read(
        written(tmp_path / "out", f"{rbspy}/srv/redmine/app/models/query.rb:9 12\n<main> - bin/rails:4;x - y.rb:1 3\n")
    )

    assert found.samples == 15
    assert {(one.caller.name, one.callee.name, one.via) for one in found.seen} == {("save", "block in run", "tap")}

    frames = {"1": {"name": "A#a", "file": "app/models/query.rb", "line": 1, "total_samples": 4, "edges": {"2": 4}},
              "2": {"name": "A#b", "file": "app/models/query.rb", "line": 5, "total_samples": 4}}  # fmt: skip
    told = {"version": 1.2, "mode": "cpu", "interval": 1000, "samples": 4, "gc_samples": 0, "frames": frames}
    plain = read(written(tmp_path / "out", json.dumps(told)))
    assert (plain.samples, named(plain, "code")["A#b"].sampled_ms) == (4, 4.0)


def test_paths_mean_routes_and_nothing_else_is_kept_of_them() -> None:
    paths = RoutePaths(
        [
            "GET /",
            "GET /p/:id/settings(/:tab)(.:format)",
            "GET /issues/:id",
            "GET /issues/new",
            "ANY /up",
            "GET /files/*path",
            "DELETE /a/:b/c",
        ]
    )

    assert paths.of("GET", "/issues/7?token=x") == "GET /issues/:id"
    assert paths.of("HEAD", "/issues/7.json") == "GET /issues/:id"
    assert paths.of("GET", "/p/7/settings") == paths.of("GET", "/p/7/settings/x.json") == "GET /p/:id/settings(/:tab)(.:format)"
    assert paths.of("GET", "/issues/new") == "GET /issues/new"
    assert paths.of("GET", "/files/a/b/c.txt") == "GET /files/*path"
    assert paths.of("POST", "/up/and/away") == "ANY /up"
    assert paths.of("DELETE", "/a/1/c") == "DELETE /a/:b/c"
    assert paths.of("GET", "/a/bob@example.com/c") == "GET /a/:…/c"
    assert paths.of("GET", "/" + "x/" * 99) == "GET /:…"
    assert paths.template("get", "/issues/{id}") == "GET /issues/:id"
    assert paths.template("GET", "/berths/<int:berth>/bookings/4711") == "GET /berths/:…/bookings/:…"
    assert paths.template("GET", "/tags/files/*path") == "GET /files/*path"  # mounted under a path that reading does not know
    assert paths.template("DELETE", "/x/a/{id}/c") == "DELETE /a/:b/c"
    assert paths.of("GET", "/tags/issues/new") == "GET /:…/issues/new"  # what was asked for need not be there


@given(st.text(min_size=4, max_size=30).filter(lambda text: text.strip() and not any(sign in text for sign in "'\\")))
def test_no_value_of_a_statement_is_kept_however_it_is_written(value: str) -> None:
    for text in (f"'{value}'", f"E'{value}'", f"$$x{value.replace('$', '')}y$$", f"/* {value.replace('*', '')} */ 1"):
        told = masked(f"SELECT ship FROM bookings WHERE email = {text} AND id = 1", WORDS)
        assert told.startswith("SELECT ship FROM bookings WHERE email = ")
        assert {word for word in told.replace("(", " ").split() if word.isalpha()} <= {
            "SELECT", "ship", "FROM", "bookings", "WHERE", "email", "AND", "id",
        }  # fmt: skip


def test_statements_say_their_tables() -> None:
    told = masked("SELECT a.ship FROM bookings a JOIN users ON users.id = 3 -- bob", WORDS)

    assert tables_of(told) == ("bookings", "users")
    assert is_query(told)
    assert not is_query(masked("BEGIN", WORDS))
    assert is_elsewhere(masked("SELECT a.attname, 1 FROM pg_attribute a WHERE a.attnum > 0", WORDS))
    assert not is_elsewhere(masked("SELECT a.x FROM bookings JOIN other ON 1 = 1", WORDS))
    assert not is_elsewhere(masked("SELECT sleep(1), 2", WORDS))
    many = ", ".join(f"bookings.ship AS t0_r{number}" for number in range(40))
    assert tables_of(masked(f"SELECT {many} FROM bookings WHERE id = 7", WORDS)) == ("bookings",)
    assert masked("SELECT ship FROM bookings WHERE email = 'c:\\' OR email = 'bob'", WORDS) == (
        "SELECT ship FROM bookings WHERE email = ?"
    )


@given(st.lists(st.text(max_size=80), max_size=20))
def test_any_lines_are_read_without_a_fault(lines: list[str]) -> None:
    rails_log.read([f"[a] {line}" for line in lines], Gathered(REDMINE))


def test_time_that_several_recordings_share_counts_once() -> None:
    def recording(first: float, last: float) -> Recording:
        return Recording("a", "b", "c", "d", (), 0, 0, 0, first, last)

    assert span_of([recording(100, 100 + 86_400 * 20), recording(100 + 86_400 * 10, 100 + 86_400 * 30)]) == "30 days"
    assert span_of([recording(0, 0)]) == ""


def test_all_formats_have_a_recording() -> None:
    assert set(FORMATS) == {*ALL.values(), "APM export (CSV)"}
