class StatusBadgeComponent < ViewComponent::Base
  COLOURS = {
    "draft" => "grey", "awaiting_payment" => "amber", "secured" => "blue", "packing" => "blue",
    "dispatched" => "teal", "delivered" => "green", "cancelled" => "red"
  }.freeze

  def initialize(order:)
    @order = order
  end

  def colour
    COLOURS.fetch(@order.state)
  end

  def late?
    @order.late?
  end
end
