"""Rules of the Ruby reader and linker that real applications broke: each was wrong in one of them."""

from tests.linking import linked, rows

GEMFILE = {"config/application.rb": "module Shop\n  class Application < Rails::Application\n  end\nend\n"}


def model(name: str, body: str, above: str = "ApplicationRecord") -> dict[str, str]:
    path = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")
    return {f"app/models/{path}.rb": f"class {name} < {above}\n{body}\nend\n"}


def application(*parts: dict[str, str], **texts: str) -> dict[str, str]:
    found = dict(GEMFILE) | model("ApplicationRecord", "  self.abstract_class = true", "ActiveRecord::Base")
    for part in parts:
        found |= part
    return found | {path.replace("__", "/"): text for path, text in texts.items()}


def test_a_polymorphic_association_leads_to_who_has_some_of_its_class():
    found = linked(
        application(
            model("Photo", "  belongs_to :owner, polymorphic: true"),
            model("Pet", "  belongs_to :owner, polymorphic: true"),
            model("Puppy", "", "Pet"),
            model("Person", "  has_many :photos, as: :owner\n  has_many :pets, as: :owner"),
            model("Album", "  has_many :photos, as: :owner"),
            model("Kennel", "  has_many :puppies, as: :owner"),
        )
    )
    assert {target for source, _, target in rows(found, "belongs_to") if source == "Photo"} == {"Album", "Person"}
    assert {target for source, _, target in rows(found, "belongs_to") if source == "Pet"} == {"Kennel", "Person"}
    photo = next(unit for unit in found.units if unit.identifier == "Photo")
    assert photo.metadata["associations"][0]["targets"] == ["Album", "Person"]


def test_a_polymorphic_association_that_lists_its_classes_leads_to_them():
    body = """
  belongs_to :context, polymorphic: [:course, :user_group, quiz: 'Exam']
  delegated_type :entry, types: %w[Course Exam]"""
    names = (model(name, "") for name in ("Course", "UserGroup", "Exam", "Quiz"))
    found = linked(application(model("Note", body), *names))
    assert rows(found, "belongs_to") == {("Note", "belongs_to", name) for name in ("Course", "UserGroup", "Exam")}
    assert {one.certainty for one in found.relations if one.kind == "belongs_to"} == {"declared"}


def test_a_job_that_runs_at_once_is_called_and_not_enqueued():
    job = "class SyncJob < ApplicationJob\n  def perform(id)\n  end\nend\n"
    base = "class ApplicationJob < ActiveJob::Base\nend\n"
    body = "  def now\n    SyncJob.perform_now(1)\n  end\n  def later\n    SyncJob.perform_later(1)\n  end"
    texts = {"app/jobs/sync_job.rb": job, "app/jobs/application_job.rb": base}
    found = linked(application(model("Order", body), texts))
    assert rows(found, "enqueues") == {("Order#later", "enqueues", "SyncJob")}
    assert ("Order#now", "calls", "SyncJob#perform") in rows(found, "calls")


def test_a_test_is_never_of_a_namesake_in_another_language_and_a_factory_tests_nothing():
    found = linked(
        application(
            model("Report", ""),
            {
                "app/javascript/document.js": "export class Document {}\n",
                "spec/lib/document_spec.rb": "describe 'Document' do\nend\n",
                "spec/factories/report.rb": "FactoryBot.define do\n  factory :report, class: 'Paper' do\n  end\nend\n",
            },
        )
    )
    assert rows(found, "tests") == set()


def test_a_namesake_in_no_like_folder_is_no_subject_where_another_language_has_one_too():
    found = linked(
        application(
            model("Article", "  def self.feed\n  end\n  def self.top\n  end"),
            {
                "app/javascript/articles.js": "export function go() {}\n",
                "app/services/exporter/articles.rb": "class Exporter::Articles\n  def x\n  end\nend\n",
                "spec/requests/articles_spec.rb": "describe 'Articles' do\n  Article.feed\n  Article.top\n  Article\nend\n",
            },
        )
    )
    assert {target for _, _, target in rows(found, "tests")} == {"Article", "Article.feed", "Article.top"}


def test_a_spec_in_a_module_is_a_test_of_what_the_module_makes_of_its_name():
    spec = """module Billing
  module Reports
    describe Invoice do
      def helper
      end
      it { Order.new }
    end
  end
end
"""
    found = linked(
        application(
            model("Order", ""),
            {"app/models/billing/invoice.rb": "class Billing::Invoice\nend\n", "spec/models/billing/invoice_spec.rb": spec},
        )
    )
    test = "spec/models/billing/invoice_spec.rb: Invoice"
    assert rows(found, "tests") == {(test, "tests", "Billing::Invoice")}
    assert (test, "references", "Order") in rows(found, "references")
    assert {unit.key for unit in found.units if unit.name == "helper"} == {"test:spec/models/billing/invoice_spec.rb#helper"}
    assert not [unit for unit in found.units if unit.identifier.startswith("Billing::Reports")]


CONTROLLERS = {"app/controllers/application_controller.rb": "class ApplicationController < ActionController::Base\nend\n"}


def controllers(**bodies: str) -> dict[str, str]:
    """Return controllers with the actions `index`, `show` and `login` each: `Orders="  before_action :x"`."""
    methods = "  def index\n  end\n  def show\n  end\n  def login\n  end\n"
    return CONTROLLERS | {
        f"app/controllers/{name.lower()}_controller.rb": (
            f"class {name}Controller < ApplicationController\n{body}\n{methods}end\n"
        )
        for name, body in bodies.items()
    }


def filters(found, name: str) -> dict[str, list[str]]:
    unit = next(unit for unit in found.units if unit.identifier == f"{name}Controller")
    return unit.metadata.get("resolved_filters", {})


def test_the_actions_of_a_filter_may_stand_in_a_constant():
    body = "  SHOWN = %i[show].freeze\n  before_action :login, only: SHOWN\n  before_action :load, only: [*SHOWN, :login]"
    found = linked(application(controllers(Orders=body)))
    assert filters(found, "Orders") == {"show": ["before:login", "before:load"], "login": ["before:load"]}


def test_macros_of_cancancan_add_filters_where_they_stand_unless_the_application_has_its_own():
    body = "  before_action :first\n  load_and_authorize_resource only: :show\n  before_action :last\n  check_authorization"
    found = linked(application(controllers(Orders=body)))
    assert filters(found, "Orders")["show"] == ["before:first", "before:block", "before:last", "after:block"]
    assert filters(found, "Orders")["index"] == ["before:first", "before:last", "after:block"]
    own = "  def self.load_and_authorize_resource(**options)\n  end\n" + body
    assert filters(linked(application(controllers(Orders=own))), "Orders")["show"] == [
        "before:first",
        "before:last",
        "after:block",
    ]


def test_a_filter_that_only_some_environments_have_is_known_as_such():
    body = """
  if Rails.env.development?
    before_action :login
  else
    after_action :login
  end
  before_action :load unless Rails.env.test?
  before_action :other"""
    found = linked(application(controllers(Orders=body)))
    facts = next(unit for unit in found.units if unit.identifier == "OrdersController").metadata["filters"]
    assert [(one["name"], one.get("condition", ""), one["certainty"]) for one in facts] == [
        ("login", "Rails.env.development?", "inferred"),
        ("login", "!(Rails.env.development?)", "inferred"),
        ("load", "!(Rails.env.test?)", "inferred"),
        ("other", "", "declared"),
    ]
    assert {one.certainty for one in found.relations if one.kind == "filters_with"} == {"inferred"}


def test_what_a_macro_or_module_brings_under_a_condition_depends_on_it():
    concern = "module Tracked\n  extend ActiveSupport::Concern\n  included do\n    has_many :visits if Flags.on?\n  end\nend\n"
    body = "  include Tracked if defined?(Visit)"
    texts = {"app/models/concerns/tracked.rb": concern}
    found = linked(application(model("Order", body), model("Visit", ""), texts))
    order = next(unit for unit in found.units if unit.identifier == "Order")
    assert [one["condition"] for one in order.metadata["associations"]] == ["defined?(Visit) && Flags.on?"]


def test_a_controller_below_one_of_a_gem_has_the_filters_of_the_class_that_the_gem_is_told_to_inherit_from():
    bodies = CONTROLLERS | {
        "app/controllers/application_controller.rb": (
            "class ApplicationController < ActionController::Base\n  before_action :login\n  def login\n  end\nend\n"
        ),
        "app/controllers/sessions_controller.rb": (
            "class SessionsController < Devise::SessionsController\n  def new\n  end\nend\n"
        ),
    }
    assert filters(linked(application(bodies)), "Sessions") == {"new": ["before:login"]}
    devise = {"config/initializers/devise.rb": "Devise.setup do |config|\n  config.parent_controller = 'BareController'\nend\n"}
    bare = {"app/controllers/bare_controller.rb": "class BareController < ActionController::Base\nend\n"}
    assert filters(linked(application(bodies, devise, bare)), "Sessions") == {}


def test_a_skip_of_named_actions_takes_the_filter_out_whatever_else_it_says():
    above = "class ApplicationController < ActionController::Base\n  before_action :login\nend\n"
    body = "  skip_before_action :login, only: :index, unless: :guest?"
    found = linked(application(controllers(Orders=body), {"app/controllers/application_controller.rb": above}))
    assert filters(found, "Orders") == {"login": ["before:login"], "show": ["before:login"]}


def test_has_many_of_a_serializer_or_a_graphql_type_is_no_association():
    texts = {
        "app/serializers/order_serializer.rb": (
            "class OrderSerializer < ActiveModel::Serializer\n  attributes :id, :total\n  has_many :lines\n"
            "  has_one :buyer, serializer: PersonSerializer\nend\n"
        ),
        "app/serializers/line_serializer.rb": "class LineSerializer < ActiveModel::Serializer\nend\n",
        "app/serializers/person_serializer.rb": "class PersonSerializer < ActiveModel::Serializer\nend\n",
        "app/graphql/types/order.rb": "class Types::Order < GraphQL::Schema::Object\n  has_many :lines, Types::Line\nend\n",
    }
    found = linked(application(model("Line", ""), texts))
    assert rows(found, "has_many") == rows(found, "has_one") == set()
    assert not [unit for unit in found.units if unit.metadata.get("associations")]
    serializer = next(unit for unit in found.units if unit.identifier == "OrderSerializer")
    shown = [(one["name"], one.get("macro"), one.get("by")) for one in serializer.metadata["attributes"]]
    assert shown == [
        ("id", None, None), ("total", None, None), ("lines", "has_many", None), ("buyer", "has_one", "PersonSerializer"),
    ]  # fmt: skip
    used = {target for source, _, target in rows(found, "references") if source == "OrderSerializer"}
    assert used == {"LineSerializer", "PersonSerializer"}


def test_a_name_that_is_computed_is_shown_as_it_is_written():
    body = '  KINDS.each { |kind| has_many :"#{kind}_notes" }\n  belongs_to owner_name.to_sym, class_name: "Person"'
    override = "class ActiveRecord::Base\n  def self.belongs_to(name, **options)\n    super(dynamic(name))\n  end\nend\n"
    found = linked(application(model("Order", body), model("Person", ""), {"config/initializers/records.rb": override}))
    order = next(unit for unit in found.units if unit.identifier == "Order")
    assert [(one["name"], one["certainty"], one.get("target")) for one in order.metadata["associations"]] == [
        (':"#{kind}_notes"', "dynamic", None),
        ("owner_name.to_sym", "dynamic", "Person"),
    ]


VIEWS = {
    "app/views/feeds/_feed.html.erb": "x",
    "app/views/feeds/show.html.erb": "<%= render @old_feeds.order(:id) %>",
    "app/views/feeds/list.html.erb": "x",
    "app/views/feeds/_item.html.erb": "x",
    "app/views/feeds/_item.rss.builder": "x",
    "app/views/feeds/list.rss.builder": "x",
    "app/views/admin/feeds/_feed.html.erb": "x",
    "app/views/admin/posts/index.html.erb": "<%= render @feeds %><%= render 'feeds/item', formats: [:rss] %>",
}


def test_what_is_rendered_by_an_object_or_in_another_format():
    controller = (
        "class FeedsController < ApplicationController\n  def create\n    render @feed\n  end\n"
        "  def update\n    render json: {feed: @feed}\n  end\n"
        "  def index\n    render :list, formats: [:rss]\n  end\nend\n"
    )
    found = linked(application(CONTROLLERS, VIEWS, {"app/controllers/feeds_controller.rb": controller}))
    assert rows(found, "renders") == {
        ("feeds/show", "renders", "feeds/_feed"),
        ("admin/posts/index", "renders", "admin/feeds/_feed"),
        ("admin/posts/index", "renders", "feeds/_item.rss"),
        ("FeedsController#create", "renders", "feeds/_feed"),
        ("FeedsController#index", "renders", "feeds/list.rss"),
    }


def test_what_is_declared_for_classes_from_outside_is_theirs():
    texts = {
        "app/models/concerns/noted.rb": "module Noted\n  def noted\n  end\nend\n",
        "enterprise/app/models/enterprise/group.rb": "module Enterprise::Group\n  def audit\n  end\nend\n",
        "config/initializers/notes.rb": (
            "[Group, Project].each do |klass|\n  klass.include Noted\n  klass.has_many :notes\n"
            "  klass.class_eval do\n    belongs_to :owner, class_name: 'Person'\n  end\nend\n"
        ),
    }
    group = model("Group", "  Project.before_save :x")
    group["app/models/group.rb"] += 'Group.prepend_mod_with("Group")\n'
    found = linked(application(group, *(model(name, "") for name in ("Project", "Note", "Person")), texts))
    assert rows(found, "includes") == {("Group", "includes", "Noted"), ("Project", "includes", "Noted")}
    assert rows(found, "has_many") == {("Group", "has_many", "Note"), ("Project", "has_many", "Note")}
    assert rows(found, "belongs_to") == {("Group", "belongs_to", "Person"), ("Project", "belongs_to", "Person")}
    assert rows(found, "prepends") == {("Group", "prepends", "Enterprise::Group")}
    callbacks = {unit.identifier: [one["name"] for one in unit.metadata.get("callbacks", ())] for unit in found.units}
    assert (callbacks["Group"], callbacks["Project"]) == ([], ["x"])
