"""Who starts jobs without calling them: schedules, and methods that hand a name to a job or mail."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import SettingsError
from core.extract.link import link_all
from core.extract.read import read_file
from core.extract.repository import Repository
from core.extract.run import extract, load_files
from core.settings import ExtractSettings

JOB = "class {} < ActiveJob::Base\n  def perform\n  end\nend\n"
FILES = {
    "config/application.rb": "module Shop\n  class Application < Rails::Application\n  end\nend\n",
    "config/sidekiq.yml": (
        ":schedule:\n  sweep:\n    cron: '0 * * * *'\n    class: SweepJob # nightly\n  MendJob:\n    every: 1h\n"
    ),
    "config/recurring.yml": 'production:\n  <% if x %>\n  count:\n    command: "Ledger.recount"\n    schedule: every hour\n',
    "config/settings.yml": "limits:\n  class: IdleJob\n",
    "config/initializers/good_job.rb": (
        "Rails.application.configure do\n  config.good_job.cron = {\n"
        "    grow: { cron: '* * * * *', class: 'GrowJob' }\n  }\nend\n"
    ),
    "clock.rb": "every(1.hour, 'x') { Tick.perform_later }\n",
    "app/jobs/sweep_job.rb": JOB.format("SweepJob"),
    "app/jobs/mend_job.rb": JOB.format("MendJob"),
    "app/jobs/idle_job.rb": JOB.format("IdleJob"),
    "app/jobs/grow_job.rb": JOB.format("GrowJob"),
    "app/jobs/tick.rb": JOB.format("Tick"),
    "app/jobs/post_alert.rb": "module Jobs\n  class PostAlert < ActiveJob::Base\n    def perform\n    end\n  end\nend\n",
    "app/models/ledger.rb": "class Ledger\n  def self.recount\n  end\nend\n",
    "app/mailers/notify.rb": (
        "class Notify < ActionMailer::Base\n  def self.greet_all(all)\n    all.each { |one| greet(one).deliver_later }\n  end\n"
        "  def greet(user)\n    greet(user).deliver_now\n  end\nend\n"
    ),
    "lib/jobs.rb": (
        "module Jobs\n  def self.enqueue(job, opts = {})\n    klass = job\n"
        '    klass = "::Jobs::#{job.to_s.camelcase}".constantize\n'
        "    klass.perform_async(opts)\n  end\n"
        "  def self.enqueue_in(seconds, name)\n    enqueue(name, at: seconds)\n  end\nend\n"
    ),
    "app/services/poster.rb": (
        "class Poster\n  def now\n    Jobs.enqueue(:post_alert)\n  end\n"
        "  def later\n    Jobs.enqueue_in(5, 'post_alert')\n  end\n"
        "  def greeting(user)\n    mailer.greet(user).deliver_later\n  end\n  def mailer\n    Notify\n  end\n"
        "  def queued\n    Queue.put(class_name: 'Ledger', method_name: 'recount')\n  end\n"
        "  def put_off\n    Ledger.delay.recount\n  end\nend\n"
    ),
}


@pytest.fixture(scope="module")
def root(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("wrappers")
    for path, text in FILES.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    return folder


@pytest.fixture(scope="module")
def linked(root):
    files, _ = load_files(root, ExtractSettings())
    return link_all(Repository(root, tuple(read_file(file) for file in files), {file.path: file.text for file in files}))


def test_what_a_schedule_names_it_starts_and_a_class_in_other_settings_it_does_not(linked):
    found = {(one.file_path, one.line, one.target) for one in linked.relations if one.kind == "schedules"}
    assert found == {
        ("config/sidekiq.yml", 4, "job:SweepJob"),
        ("config/sidekiq.yml", 5, "job:MendJob"),
        ("config/recurring.yml", 4, "poro:Ledger"),
        ("config/initializers/good_job.rb", 3, "job:GrowJob"),
        ("clock.rb", 1, "job:Tick"),
    }


def test_a_wrapper_runs_the_job_that_its_argument_names_also_over_another_wrapper(linked):
    found = {one.source: (one.target, one.via) for one in linked.relations if one.kind == "enqueues" and one.via}
    assert found["method:Poster#now"] == ("job:Jobs::PostAlert", "wrapper:Jobs.enqueue")
    assert found["method:Poster#later"] == ("job:Jobs::PostAlert", "wrapper:Jobs.enqueue_in")
    assert found["method:Poster#queued"] == ("method:Ledger.recount", "class_name and method_name")


def test_a_method_that_returns_a_mailer_stands_for_it_and_a_delayed_call_is_enqueued(linked):
    found = {(one.source, one.kind, one.target) for one in linked.relations}
    assert ("method:Poster#greeting", "delivers", "method:Notify#greet") in found
    assert ("method:Notify.greet_all", "delivers", "method:Notify#greet") in found
    assert ("method:Notify#greet", "delivers", "method:Notify#greet") not in found
    assert ("method:Poster#put_off", "enqueues", "method:Ledger.recount") in found


def test_what_was_learned_is_listed_with_its_line(linked):
    rows = [(one["name"], one["file_path"], one["line"]) for one in linked.listed if one.get("outcome") == "wrapper"]
    assert rows == [("Jobs.enqueue", "lib/jobs.rb", 2), ("Jobs.enqueue_in", "lib/jobs.rb", 7)]


def test_settings_correct_what_was_learned_and_an_unknown_name_is_told_with_the_nearest(root):
    none = extract(root, ExtractSettings(wrappers=("Jobs.enqueue = no",)))
    assert "method:Poster#now" not in {one.source for one in none.relations if one.kind == "enqueues"}
    with pytest.raises(SettingsError, match=r"Did you mean 'Jobs\.enqueue'"):
        extract(root, ExtractSettings(wrappers=("Jobs.enqeue = Jobs::*",)))
    with pytest.raises(SettingsError, match="incomplete row"):
        extract(root, ExtractSettings(wrappers=("Jobs.enqueue",)))
