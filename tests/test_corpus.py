"""The runner of the corpus: its limits, its table and what it calls worse."""

import os
import sys
import time
from pathlib import Path

import pytest

from benchmarks.corpus import Result, compared, listed, read_table, table, watched

FINE = Result("owner/name", "indexed", 1.5, 2.5, 100, 10, 100, 1000, "1.0%", "2 skipped")


def test_a_table_is_read_as_it_was_written(tmp_path):
    (tmp_path / "table.md").write_text(table([FINE]), "utf-8")
    assert read_table(tmp_path / "table.md") == {"owner/name": FINE}


def test_lines_name_a_repository_and_its_commit(tmp_path):
    (tmp_path / "list.txt").write_text("# comment\na/b 123  # small\n\nc/d 456\n", "utf-8")
    assert list(listed(tmp_path / "list.txt", [])) == [("a/b", "123"), ("c/d", "456")]
    assert list(listed(tmp_path / "list.txt", ["d"])) == [("c/d", "456")]


@pytest.mark.parametrize(
    ("now", "said"),
    [
        (
            Result("owner/name", "traceback: ValueError: x", 1.0, 1.0, 90),
            ["owner/name was indexed, now traceback: ValueError: x"],
        ),
        (Result("owner/name", "indexed", 1.5, 2.5, 100, 10, 80, 1000), ["owner/name: units 100 -> 80"]),
        (Result("owner/name", "indexed", 1.5, 20.0, 400, 10, 100, 1000), ["processor 2.5 -> 20.0", "peak 100 -> 400"]),
        (Result("owner/name", "indexed", 1.5, 4.0, 190, 10, 99, 950), []),
        (Result("owner/other", "over 600 s", 600.0, 600.0, 100), []),
    ],
)
def test_only_what_got_worse_is_told(now, said):
    found = compared({"owner/name": FINE}, [now])
    assert len(found) == len(said)
    assert all(part in sentence for part, sentence in zip(said, found, strict=True))


@pytest.mark.skipif(sys.platform != "linux", reason="memory of processes is read from Linux's /proc")
def test_a_process_over_a_limit_is_killed_with_its_children(tmp_path):
    forks = "import os, time; os.fork(); open('pid-%d' % os.getpid(), 'w'); time.sleep(60)"
    run = watched(
        [sys.executable, "-c", f"import os; os.chdir({str(tmp_path)!r}); {forks}"], os.environ, tmp_path / "log", 1.0, 4096
    )
    assert run.outcome == "over 1 s"
    pids = [int(path.name.removeprefix("pid-")) for path in tmp_path.glob("pid-*")]
    assert len(pids) == 2
    until = time.monotonic() + 10  # what was killed is gone a moment later
    while any(map(_runs, pids)) and time.monotonic() < until:
        time.sleep(0.02)
    assert not [pid for pid in pids if _runs(pid)]


@pytest.mark.skipif(sys.platform != "linux", reason="memory of processes is read from Linux's /proc")
@pytest.mark.parametrize(
    ("code", "outcome"),
    [
        ("pass", "indexed"),
        ("raise ValueError('no')", "traceback: ValueError: no"),
        ("import sys; print('one sentence', file=sys.stderr); sys.exit(2)", "status 2: one sentence"),
        ("held = b'x' * 300_000_000; import time; time.sleep(60)", "over 200 MB"),
    ],
)
def test_an_outcome_says_how_it_ended(tmp_path, code, outcome):
    assert watched([sys.executable, "-c", code], os.environ, tmp_path / "log", 30.0, 200.0).outcome == outcome


def _runs(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
