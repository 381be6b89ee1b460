module Promotions
  # Puts a code on a basket, or says why not.
  class Redeem
    Refusal = Class.new(StandardError)

    def self.call(basket, code)
      coupon = Coupon.lookup(code)
      raise Refusal, I18n.t("baskets.coupon_expired") unless coupon&.live?

      if basket.goods.cents < coupon.minimum_cents
        raise Refusal, I18n.t("baskets.coupon_minimum", minimum: Money.new(coupon.minimum_cents))
      end

      basket.update!(coupon: coupon)
    end
  end
end
