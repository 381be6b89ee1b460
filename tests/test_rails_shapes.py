"""What classes of a Rails application say of how they are called, and what they give."""

from core.extract.link import LinkedAll
from tests.linking import linked, rows

TEXTS = {
    "config/application.rb": "module Shop\n  class Application < Rails::Application\n  end\nend\n",
    "app/controllers/orders_controller.rb": """class OrdersController < ActionController::Base
  def index
    respond_to do |format|
      format.html
      format.csv { send_data "x" }
    end
  rescue Timeout::Error, Errno::EPIPE
    render json: { error: 1 }
  end

  private

  def order_params
    params.require(:order).permit(:total, lines: [:price, :count], tags: [])
  end
end
""",
    "app/services/checkout.rb": """class Checkout
  class Declined < StandardError
  end

  def initialize(order, gateway: Gateway.new, **options)
  end

  def call
  rescue Declined => e
  end
end
""",
    "app/jobs/sync_job.rb": """class SyncJob < ActiveJob::Base
  limits_concurrency to: 2, key: ->(id) { id }
  def perform(id, force = false)
  end
end
""",
    "app/mailers/order_mailer.rb": """class OrderMailer < ActionMailer::Base
  default from: "shop@example.com", reply_to: -> { help }
  layout "mail"
end
""",
    "app/components/card_component.rb": """class CardComponent < ViewComponent::Base
  renders_one :header, HeaderComponent
  renders_many :items
  def initialize(title:)
  end
end
""",
    "app/components/card_component.html.erb": (
        "<div data-controller='menu users--list'></div>\n<%= tag.p data: { controller: 'menu' } %>\n"
    ),
    "app/javascript/controllers/users/list_controller.js": "export default class extends Controller {}\n",
    "app/graphql/types/order.rb": """class Types::Order < GraphQL::Schema::Object
  implements Types::Node
  field :total, Integer, null: false, description: "In cents"
  def self.authorized?(object, context)
  end
end
""",
    "app/graphql/types/state.rb": """class Types::State < GraphQL::Schema::Enum
  value 'OPEN', "Still editable", value: 1
  value :CLOSED, description: "Paid"
end
""",
    "app/graphql/types/any.rb": "class Types::Any < GraphQL::Schema::Union\n  possible_types Types::Order, Types::State\nend\n",
    "app/graphql/types/node.rb": "module Types::Node\n  include GraphQL::Schema::Interface\nend\n",
    "app/graphql/types/query.rb": """class Types::Query < GraphQL::Schema::Object
  field :order, Types::Order, "The newest order"
end
""",
    "app/graphql/types/mutation.rb": "class Types::Mutation < GraphQL::Schema::Object\nend\n",
    "app/graphql/shop_schema.rb": """class ShopSchema < GraphQL::Schema
  mutation Types::Mutation
  query Types::Query
end
""",
    "app/managers/stock.rb": """class Stock
  extend T::Sig
  include Countable

  def initialize(counts) = @counts = counts

  # @return [Array<Order>, nil] what is left
  def call(order); end

  sig { params(order: Order).returns(T.nilable(Order)) }
  def first(order); end

  sig { params(order: Order).void }
  def drop(order); end

  # @return [void]
  def clear; end
end
""",
    "app/lib/countable.rb": """module Countable
  extend T::Helpers
  interface!
end
""",
    "app/blueprints/order_blueprint.rb": """class OrderBlueprint < Blueprinter::Base
  identifier :id
  view :full do
    fields :total, :state
    association :lines, blueprint: LineBlueprint
  end
end
""",
}


def found() -> LinkedAll:
    return linked(TEXTS)


def facts(linked_all: LinkedAll, identifier: str, kind: str, *parts: str) -> list[tuple[object, ...]]:
    unit = next(unit for unit in linked_all.units if unit.identifier == identifier)
    return [tuple(fact.get(part) for part in ("name", "line", *parts)) for fact in unit.metadata.get(kind, ())]


def test_what_classes_say_of_how_they_are_called_is_known_with_its_line():
    every = found()
    assert facts(every, "OrdersController", "formats", "action") == [
        ("html", 4, "index"), ("csv", 5, "index"), ("file", 5, "index"), ("json", 8, "index"),
    ]  # fmt: skip
    assert facts(every, "OrdersController", "permitted", "of") == [
        ("total", 14, "order"), ("lines.price", 14, "order"), ("lines.count", 14, "order"), ("tags", 14, "order"),
    ]  # fmt: skip
    assert facts(every, "OrdersController#order_params", "permitted") == [
        (n, 14) for n in ("total", "lines.price", "lines.count", "tags")
    ]
    assert facts(every, "OrdersController", "rescued") == [("Timeout::Error", 7), ("Errno::EPIPE", 7)]
    assert facts(every, "Checkout", "entry_points", "kind") == [("call", 8, "instance")]
    assert facts(every, "Checkout", "injected", "kind") == [
        ("order", 5, "positional"), ("gateway", 5, "keyword"), ("options", 5, "keywords"),
    ]  # fmt: skip
    assert facts(every, "Checkout", "errors", "kind") == [("Declined", 2, "StandardError")]
    assert facts(every, "Checkout", "rescued") == [("Declined", 9)]
    assert facts(every, "SyncJob", "injected", "kind") == [("id", 3, "positional"), ("force", 3, "optional")]
    assert [one[0] for one in facts(every, "SyncJob", "concurrency")] == ["limits_concurrency"]
    assert facts(every, "OrderMailer", "defaults", "type") == [
        ("from", 2, "shop@example.com"), ("reply_to", 2, "-> { help }"), ("layout", 3, "mail"),
    ]  # fmt: skip


def test_components_and_the_javascript_that_their_markup_names():
    every = found()
    assert facts(every, "CardComponent", "slots", "macro", "type") == [
        ("header", 2, "renders_one", "HeaderComponent"), ("items", 3, "renders_many", None),
    ]  # fmt: skip
    assert ("card_component", "references", "app/javascript/controllers/users/list_controller.js:default") in rows(
        every, "references"
    )
    template = next(unit for unit in every.units if unit.type == "view_template")
    assert [(fact["name"], fact["line"]) for fact in template.metadata["stimulus"]] == [("menu", 1), ("users--list", 1)]


def test_types_of_graphql_and_serializers():
    every = found()
    assert facts(every, "Types::Order", "fields", "options") == [("total", 3, {"null": False, "description": "In cents"})]
    assert facts(every, "Types::Order", "implements") == [("Types::Node", 2)]
    assert facts(every, "Types::Order", "authorization") == [("authorized?", 4)]
    assert facts(every, "Types::State", "values", "options") == [
        ("OPEN", 2, {"description": "Still editable", "value": 1}), ("CLOSED", 3, {"description": "Paid"}),
    ]  # fmt: skip
    assert facts(every, "Types::Query", "fields", "options") == [("order", 2, {"description": "The newest order"})]
    types = {unit.identifier: unit.type for unit in every.units}
    assert (types["Types::Query"], types["Types::Mutation"]) == ("graphql_query", "graphql_type"), "what the schema starts at"
    assert ("Types::Order", "implements", "Types::Node") in rows(every, "implements")
    assert facts(every, "Types::Any", "members") == [("Types::Order", 2), ("Types::State", 2)]
    assert facts(every, "OrderBlueprint", "attributes", "macro", "by", "view") == [
        ("id", 2, None, None, None), ("total", 4, None, None, "full"), ("state", 4, None, None, "full"),
        ("lines", 5, "association", "LineBlueprint", "full"),
    ]  # fmt: skip


def test_services_of_managers_with_declared_return_types_and_interfaces():
    every = found()
    assert {unit.identifier: unit.type for unit in every.units}["Stock"] == "service"
    assert facts(every, "Stock", "entry_points", "kind") == [("call", 8, "instance")]
    assert facts(every, "Stock", "injected", "kind") == [("counts", 5, "positional")]
    assert facts(every, "Stock", "returns", "action") == [
        ("Array<Order>, nil", 8, "call"), ("T.nilable(Order)", 11, "first"),
    ]  # fmt: skip
    assert facts(every, "Stock#first", "returns") == [("T.nilable(Order)", 11)]
    assert ("Stock", "implements", "Countable") in rows(every, "implements")
