"""The smaller files of an application: packages, factories, tasks, settings."""

from core.extract.rails.files.configuration import configuration_units
from core.extract.rails.files.factories import link_factories, read_factories
from core.extract.rails.files.packwerk import link_packages
from core.extract.rails.files.tasks import read_tasks, task_facts, task_relations, task_units
from core.extract.ruby.words.inflect import Inflections
from tests.linking import repository_of


def test_packages_say_what_they_depend_on_hide_and_still_violate():
    repository = repository_of(
        {
            "package.yml": "enforce_dependencies: true\n",
            "packs/billing/package.yml": (
                "enforce_dependencies: strict\nenforce_privacy: true\ndependencies:\n- packs/users\n- '.'\n"
            ),
            "packs/users/package.yml": "metadata:\n  owner: Team A\n  description: Who may sign in\n",
            "packs/users/package_todo.yml": (
                '---\npacks/billing:\n  "::Billing::Invoice":\n    violations:\n    - dependency\n    - privacy\n'
                "    files:\n    - packs/users/app/models/user.rb\n"
            ),
        }
    )
    linked = link_packages(repository)
    billing = next(unit for unit in linked.units if unit.identifier == "packs/billing")
    assert billing.metadata["enforce_dependencies"] == "strict"
    assert billing.metadata["enforce_privacy"] is True
    assert [(fact["name"], fact["line"]) for fact in billing.metadata["dependencies"]] == [("packs/users", 4), (".", 5)]
    users = next(unit for unit in linked.units if unit.identifier == "packs/users")
    assert (users.metadata["owner"], users.docstring) == ("Team A", "Who may sign in")
    (todo,) = users.metadata["todo"]
    assert (todo["name"], todo["violations"], todo["line"]) == ("::Billing::Invoice", ["dependency", "privacy"], 5)
    assert {(one.source, one.target, one.kind, one.line) for one in linked.relations} == {
        ("package:packs/billing", "package:packs/users", "depends_on", 4),
        ("package:packs/billing", "package:.", "depends_on", 5),
        ("package:packs/users", "package:packs/billing", "violates", 5),
    }


FACTORIES = """FactoryBot.define do
  factory :user, aliases: [:author] do
    name { "x" }
    trait(:admin) { role { "admin" } }
    factory :guest
  end
  factory :post, class: "Blog::Post" do
    author
    association :reviewer, factory: :guest
  end
  factory :draft, parent: :post
end
"""


def test_factories_build_classes_and_each_other():
    repository = repository_of({"spec/factories.rb": FACTORIES})
    found = {factory.name: (factory.class_name, factory.parent) for factory in read_factories(repository, Inflections())}
    assert found == {"user": ("User", ""), "guest": ("User", "user"), "post": ("Blog::Post", ""), "draft": ("", "post")}
    linked = link_factories(repository, lambda name: f"model:{name}", Inflections())
    assert {(one.source, one.target, one.kind, one.line) for one in linked.relations} == {
        ("factory:user", "model:User", "builds", 2),
        ("factory:guest", "model:User", "builds", 5),
        ("factory:guest", "factory:user", "uses", 5),
        ("factory:post", "model:Blog::Post", "builds", 7),
        ("factory:post", "factory:user", "uses", 8),
        ("factory:post", "factory:guest", "uses", 9),
        ("factory:draft", "model:Blog::Post", "builds", 11),
        ("factory:draft", "factory:post", "uses", 11),
    }
    assert all(unit.is_test for unit in linked.units)


RAKE = """desc "Everything"
task default: %i[test db:clean]

task :test

namespace :db do
  desc "Remove old rows"
  task :clean, [:days] => [:environment, :check] do |_task, args|
    Order.old(args.days).delete_all
  end
  task(:check) { }
end
"""


def test_tasks_have_full_names_descriptions_arguments_and_needs():
    repository = repository_of({"lib/tasks/db.rake": RAKE})
    tasks = read_tasks(repository)
    assert [(task.name, task.line, task.end_line) for task in tasks] == [
        ("default", 2, 2),
        ("test", 4, 4),
        ("db:clean", 8, 10),
        ("db:check", 11, 11),
    ]
    facts = task_facts(tasks)["db:clean"]
    assert (facts["description"], facts["arguments"]) == ("Remove old rows", ["days"])
    assert [fact["name"] for fact in facts["dependencies"]] == ["environment", "check"]
    assert {(one.source, one.target, one.line) for one in task_relations(tasks)} == {
        ("rake_task:default", "rake_task:test", 2),
        ("rake_task:default", "rake_task:db:clean", 2),
        ("rake_task:db:clean", "rake_task:db:check", 8),
    }
    unit = next(unit for unit in task_units(tasks, repository) if unit.identifier == "db:clean")
    assert (unit.docstring, unit.source_code) == ("Remove old rows", "\n".join(RAKE.split("\n")[7:10]))


def test_settings_are_facts_with_their_lines():
    text = "# frozen_string_literal: true\n# Mail.\n\nShop.configure do\n  config.action_mailer.delivery_method = :smtp\nend\n"
    (unit,) = configuration_units(repository_of({"config/environments/production.rb": text, "config/routes.rb": ""}))
    assert unit.key == "configuration:config/environments/production.rb"
    assert unit.docstring == "Mail."
    (setting,) = unit.metadata["settings"]
    assert (setting["name"], setting["value"], setting["line"]) == ("config.action_mailer.delivery_method", "smtp", 5)
