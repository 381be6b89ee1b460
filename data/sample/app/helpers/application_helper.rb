module ApplicationHelper
  def page_title(*parts)
    content_for(:title) { [*parts, "Harbour"].compact_blank.join(" · ") }
  end

  def delivery_promise(order)
    days = (order.promised_by - Date.current).to_i
    t("checkout.promise", days: days)
  end

  def price(amount, before: nil)
    render PriceComponent.new(amount: amount, before: before, trade: Current.account&.trade?)
  end
end
