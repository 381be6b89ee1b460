require "csv"

# What a warehouse counted. A shortage moves holds to another warehouse, so that nobody has to call the customer.
class StockFeedJob < ApplicationJob
  queue_as :feeds

  def perform(warehouse_code, csv)
    warehouse = Warehouse.find_by!(code: warehouse_code)
    CSV.parse(csv, headers: true).each { |row| count(warehouse, row["sku"], Integer(row["counted"])) }
  end

  private

  def count(warehouse, sku, counted)
    variant = Variant.find_by(sku: sku)
    return logger.warn("stock feed #{warehouse.code}: unknown #{sku}") if variant.nil?

    level = StockLevel.find_or_initialize_by(warehouse: warehouse, variant: variant)
    level.update!(on_hand: counted)
    relocate(level) if level.free.negative?
  end

  def relocate(level)
    OrderLine.open_for(level.variant_id, level.warehouse_id).order(id: :desc).each do |line|
      break unless level.free.negative?

      other = Inventory::Allocate.likely_warehouse(line.variant, line.quantity)
      next if other.nil? || other == level.warehouse

      StockLevel.find_by!(warehouse: other, variant: line.variant).hold!(line.quantity)
      level.release!(line.quantity)
      line.update!(warehouse: other)
    end
  end
end
