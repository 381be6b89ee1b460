module Inventory
  # Decides from which warehouse each line of an order leaves and sets the pieces aside there.
  class Allocate
    def self.call(order)
      new(order).call
    end

    # Where one piece would come from if it were ordered now; nil when nobody has it.
    def self.likely_warehouse(variant, quantity = 1)
      variant.stock_levels.includes(:warehouse).select { |level| level.free >= quantity }
             .map(&:warehouse).min_by { |warehouse| [warehouse.priority, warehouse.id] }
    end

    def initialize(order)
      @order = order
    end

    def call
      plan = Shipping::Splitter.new(@order.lines, postcode: @order.delivery_address.postcode).plan
      plan.each do |warehouse, lines|
        lines.each { |line| set_aside(line, warehouse) }
      end
    end

    private

    def set_aside(line, warehouse)
      level = StockLevel.find_by(warehouse: warehouse, variant: line.variant)
      raise StockLevel::Short, "#{line.variant.sku}: nowhere in stock" if level.nil?

      level.hold!(line.quantity)
      line.update!(warehouse: warehouse)
    end
  end
end
