module Checkout
  # Turns a basket into an order whose money and goods are set aside. Nothing is captured here.
  class PlaceOrder
    Outcome = Struct.new(:status, :order, :redirect_to, keyword_init: true) do
      def ok?
        status == :secured
      end
    end

    class << self
      def call(basket:, account:, delivery_address:, card_token:, billing_address: nil, gift_note: nil)
        order = Order.from_basket(
          basket, account: account, delivery_address: delivery_address, billing_address: billing_address
        )
        order.gift_note = gift_note
        new(order).call(card_token)
      end

      # The second half, for a customer who had to answer a question of the bank first.
      def finish(order)
        return Outcome.new(status: :gone, order: order) unless order.awaiting_payment?

        order.secure!
        Outcome.new(status: :secured, order: order)
      end
    end

    def initialize(order)
      @order = order
    end

    def call(card_token)
      prepare
      return refer if rejected_as_risky?

      charge(Payments::Charge.call(@order, card_token))
    rescue StockLevel::Short, ActiveRecord::RecordInvalid => e
      @order.errors.add(:base, e.message)
      Outcome.new(status: :invalid, order: @order)
    end

    private

    # Goods first, money second: giving pieces back is free, giving money back is not.
    def prepare
      Order.transaction do
        @order.save!
        @order.place!
        Inventory::Allocate.call(@order)
        @order.update!(risk_score: Fraud::Screen.call(@order))
      end
    end

    def rejected_as_risky?
      @order.risk_score >= Rails.configuration.harbour.risk.fetch(:reject_from)
    end

    def refer
      @order.call_off!("risk")
      Outcome.new(status: :referred, order: @order)
    end

    def charge(result)
      case result.status
      when :authorised then self.class.finish(@order)
      when :challenged then Outcome.new(status: :challenged, order: @order, redirect_to: result.redirect_to)
      else
        @order.call_off!("declined")
        Outcome.new(status: :declined, order: @order)
      end
    end
  end
end
