# The basket as the customer sees it before an address is known.
class BasketPresenter
  delegate :lines, :goods, :discount, :coupon, :empty?, to: :@basket

  def initialize(basket)
    @basket = basket
  end

  # A guess for the mainland; the exact figure needs a postcode.
  def estimated_postage
    settings = Rails.configuration.harbour
    return Money.zero if goods.cents > settings.free_postage_from

    kilos = (lines.sum(&:weight_grams) / 1000.0).ceil
    Money.new(settings.postage[:base] + [kilos - 1, 0].max * settings.postage[:per_started_kilo])
  end

  def estimated_total
    goods - discount + estimated_postage
  end

  def missing_for_free_postage
    gap = Rails.configuration.harbour.free_postage_from - goods.cents
    gap.positive? ? Money.new(gap) : nil
  end

  def sold_out_lines
    lines.select { |line| line.variant.sold_out? }
  end
end
