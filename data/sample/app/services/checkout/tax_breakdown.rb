module Checkout
  # Tax by band, as printed on invoices and returned by the quotes API. Rounds once per band.
  class TaxBreakdown
    Band = Struct.new(:name, :rate, :net, :tax, keyword_init: true)

    def initialize(lines, postage: Money.zero)
      @lines = lines
      @postage = postage
    end

    def bands
      @lines.group_by { |line| line.variant.product.tax_band }.sort.map do |name, lines|
        rate = Rails.configuration.harbour.tax_bands.fetch(name.to_sym)
        net = Money.sum(lines.map(&:amount))
        Band.new(name: name, rate: rate, net: net, tax: net.percent(rate))
      end
    end

    def total
      Money.sum(bands.map(&:tax)) + @postage.percent(Rails.configuration.harbour.tax_bands.fetch(:standard))
    end
  end
end
