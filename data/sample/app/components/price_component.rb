# A price, with what it was before a reduction and a word about tax for those who care.
class PriceComponent < ViewComponent::Base
  def initialize(amount:, before: nil, trade: false)
    @amount = amount
    @before = before
    @trade = trade
  end

  def call
    safe_join([old_price, tag.strong(@amount.to_s, class: "price"), note].compact, " ")
  end

  private

  def old_price
    tag.s(@before.to_s, class: "price-before") if @before && @before > @amount
  end

  def note
    tag.small("plus VAT") if @trade
  end
end
