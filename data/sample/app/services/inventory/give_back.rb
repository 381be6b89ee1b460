module Inventory
  # Puts the pieces of a cancelled order back on offer.
  class GiveBack
    def self.on_event(entry)
      call(entry.subject)
    end

    def self.call(order)
      order.lines.where.not(warehouse_id: nil).find_each do |line|
        StockLevel.find_by!(warehouse: line.warehouse, variant: line.variant).release!(line.quantity)
        line.update!(warehouse: nil)
      end
    end
  end
end
