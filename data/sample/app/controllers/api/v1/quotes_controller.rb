module Api
  module V1
    # What a purchase would cost, without buying it.
    class QuotesController < BaseController
      def create
        basket = Basket.new
        params.require(:lines).each do |line|
          basket.lines.build(variant: Variant.find_by!(sku: line.require(:sku)), quantity: line.require(:quantity).to_i)
        end
        render json: quote(basket)
      end

      private

      def quote(basket)
        postage = Shipping::Rates.quote(lines: basket.lines, postcode: params.require(:postcode), goods: basket.goods)
        breakdown = Checkout::TaxBreakdown.new(basket.lines, postage: postage)
        {
          goods: basket.goods.cents,
          postage: postage.cents,
          tax: breakdown.total.cents,
          bands: breakdown.bands.map { |band| { name: band.name, rate: band.rate, tax: band.tax.cents } }
        }
      end
    end
  end
end
