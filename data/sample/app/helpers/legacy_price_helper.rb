# From the time when prices were floats.
module LegacyPriceHelper
  def price_with_strikethrough(old_price, new_price)
    return number_to_currency(new_price, unit: "£") if old_price.blank? || old_price <= new_price

    safe_join([tag.del(number_to_currency(old_price, unit: "£")), number_to_currency(new_price, unit: "£")], " ")
  end
end
