class PaymentCaptureJob < ApplicationJob
  queue_as :payments

  retry_on Payments::Gateway::Unreachable, wait: :polynomially_longer, attempts: 6

  def self.on_event(entry)
    perform_later(entry.subject.order_id)
  end

  # Captures once per order, however many parcels it is sent in.
  def perform(order_id)
    order = Order.find(order_id)
    return if order.settled?

    payment = order.payments.authorised.first
    Payments::Charge.capture(payment) if payment
  end
end
