module Refunds
  # Sends money back for a refund that may be sent back, once.
  class Settle
    class NotAllowed < StandardError; end

    def self.call(refund)
      new(refund).call
    end

    def initialize(refund)
      @refund = refund
    end

    def call
      @refund.with_lock do
        raise NotAllowed, "#{@refund.reference} is #{@refund.state}" unless ready?

        Payments::Gateway.reverse(
          @refund.payment.provider_reference, @refund.amount, idempotency_key: @refund.reference
        )
        @refund.update!(state: :settled, settled_at: Time.current)
      end
      EventLog.record("refund.settled", @refund, order: @refund.order.reference, amount: @refund.amount_cents)
      @refund
    end

    private

    def ready?
      @refund.approved? || (@refund.requested? && !@refund.needs_approval?)
    end
  end
end
