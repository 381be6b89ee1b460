module Shipping
  # What we charge for carriage. The numbers are in config/harbour.yml.
  class Rates
    # Scottish isles, Northern Ireland, Man, Scilly, the Channel Islands.
    ISLAND_AREAS = /\A(HS|ZE|BT|IM|JE|GY|KW1[5-7]|KA2[78]|PA(20|4[1-9]|[67]\d)|PH4[1-4]|TR2[1-5]|IV(4[1-9]|5[1-6]))/

    class << self
      # Carriage for a whole purchase; free from a certain value of goods, never free for islands.
      def quote(lines:, postcode:, goods:)
        return Money.zero if lines.empty?
        return Money.zero if goods.cents >= settings.free_postage_from && !island?(postcode)

        origin = Inventory::Allocate.likely_warehouse(lines.first.variant)
        parcel(lines: lines, postcode: postcode, from: origin)
      end

      # Carriage for lines that travel together from one place.
      def parcel(lines:, postcode:, from:)
        pence = settings.postage[:base] + weight_charge(lines)
        pence += settings.postage[:island_surcharge] if island?(postcode) && !same_side?(from, postcode)
        pence += settings.postage[:hazardous_surcharge] if lines.any?(&:hazardous?)
        Money.new(pence)
      end

      def island?(postcode)
        ISLAND_AREAS.match?(Notifications::PostcodeNormaliser.call(postcode))
      end

      private

      def weight_charge(lines)
        kilos = (lines.sum(&:weight_grams) / 1000.0).ceil
        [kilos - 1, 0].max * settings.postage[:per_started_kilo]
      end

      # No ferry needed when the warehouse is on the island as well.
      def same_side?(warehouse, postcode)
        warehouse && warehouse.postcode.first(2).casecmp?(postcode.to_s.first(2))
      end

      def settings
        Rails.configuration.harbour
      end
    end
  end
end
