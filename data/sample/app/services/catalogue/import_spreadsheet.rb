require "csv"

module Catalogue
  # Reads the supplier's price list. Columns: sku, name, brand, price, weight in kilos.
  class ImportSpreadsheet
    Result = Struct.new(:created, :updated, :rejected, keyword_init: true)

    def initialize(path, category:)
      @path = path
      @category = category
    end

    def call
      result = Result.new(created: 0, updated: 0, rejected: [])
      CSV.foreach(@path, headers: true) { |row| import(row, result) }
      result
    end

    private

    def import(row, result)
      variant = Variant.find_or_initialize_by(sku: row["sku"])
      result[variant.new_record? ? :created : :updated] += 1
      variant.product ||= Product.create!(name: row["name"], brand: row["brand"], category: @category)
      variant.update!(price_cents: (row["price"].to_d * 100).to_i, weight_grams: (row["weight"].to_d * 1000).to_i)
    rescue ActiveRecord::RecordInvalid => e
      result.rejected << [row["sku"], e.message]
    end
  end
end
