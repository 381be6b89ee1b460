module Payments
  # The life of one card payment: ask, perhaps wait for the bank, take or let go.
  class Charge
    class << self
      def call(order, card_token)
        payment = order.payments.create!(amount_cents: order.outstanding.cents)
        reply = Gateway.authorise(payment.amount, card_token: card_token, idempotency_key: "order-#{order.reference}")
        payment.update!(provider_reference: reply.reference)
        remember(payment, reply)
        reply
      end

      # The bank's answer, by webhook or by the customer's browser, whichever is first. Safe to call twice.
      def confirm(payment, approved:, code: nil)
        payment.with_lock do
          return unless payment.challenged?

          approved ? payment.mark_authorised! : payment.mark_declined!(code)
        end
        approved ? Checkout::PlaceOrder.finish(payment.order) : payment.order.call_off!("declined")
      end

      def capture(payment)
        payment.increment!(:attempts)
        reply = Gateway.capture(payment.provider_reference, payment.amount)
        raise Gateway::Unreachable, "capture answered #{reply.status}" unless reply.status == :captured

        payment.mark_captured!(payment.amount)
        EventLog.record("order.settled", payment.order, amount: payment.captured_cents)
      end

      # Asks for the same amount again before the bank forgets the first promise.
      def renew(payment)
        reply = Gateway.authorise(
          payment.amount, card_token: payment.provider_reference, idempotency_key: "renew-#{payment.id}-#{Date.current}"
        )
        return payment.update!(provider_reference: reply.reference, authorised_at: Time.current) if reply.status == :authorised

        let_go(payment)
        EventLog.record("order.authorisation_lapsed", payment.order, code: reply.code)
      end

      def let_go(payment)
        Gateway.void(payment.provider_reference) if payment.provider_reference
        payment.update!(state: :released)
      end

      private

      def remember(payment, reply)
        case reply.status
        when :authorised then payment.mark_authorised!
        when :challenged
          payment.challenged!
          EventLog.record("payment.challenged", payment, order: payment.order.reference)
        else payment.mark_declined!(reply.code)
        end
      end
    end
  end
end
