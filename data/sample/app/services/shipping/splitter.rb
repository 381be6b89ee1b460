module Shipping
  # Groups lines by the warehouse they should leave from: one parcel if any single warehouse has everything,
  # otherwise the combination of warehouses whose parcels cost least to send.
  class Splitter
    def initialize(lines, postcode:)
      @lines = lines
      @postcode = postcode
    end

    # Returns { Warehouse => [lines] }.
    def plan
      whole = complete_warehouses.min_by { |warehouse| [cost_from(warehouse, @lines).cents, warehouse.priority] }
      return { whole => @lines.to_a } if whole

      @lines.group_by { |line| cheapest_source(line) || raise(StockLevel::Short, "#{line.variant.sku}: nowhere in stock") }
    end

    private

    def complete_warehouses
      Warehouse.by_priority.select do |warehouse|
        @lines.all? { |line| free_at(warehouse, line.variant) >= line.quantity }
      end
    end

    def cheapest_source(line)
      candidates = Warehouse.by_priority.select { |warehouse| free_at(warehouse, line.variant) >= line.quantity }
      candidates.min_by { |warehouse| cost_from(warehouse, [line]).cents }
    end

    def cost_from(warehouse, lines)
      Rates.parcel(lines: lines, postcode: @postcode, from: warehouse)
    end

    def free_at(warehouse, variant)
      StockLevel.find_by(warehouse: warehouse, variant: variant)&.free.to_i
    end
  end
end
