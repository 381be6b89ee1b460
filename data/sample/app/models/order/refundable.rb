# What can still be given back on an order, and how.
module Order::Refundable
  extend ActiveSupport::Concern

  included do
    has_many :refunds, dependent: :restrict_with_error
  end

  def return_window_open?
    delivered_at.present? && delivered_at > Rails.configuration.harbour.return_window_days.days.ago
  end

  def given_back
    Money.sum(refunds.settled.map(&:amount))
  end

  def refundable
    taken - given_back
  end

  # Postage is returned only when everything comes back.
  def value_of_return(quantities)
    goods_part = Money.sum(quantities.map { |line, quantity| line.unit * quantity + line.tax * (quantity / line.quantity.to_f) })
    everything = lines.all? { |line| quantities.fetch(line, 0) == line.returnable_quantity }
    [everything ? goods_part + postage : goods_part, refundable].min
  end

  def open_refund(amount:, reason:, requested_by:)
    refunds.create!(amount_cents: amount.cents, reason: reason, requested_by: requested_by, payment: captured_payment)
  end
end
