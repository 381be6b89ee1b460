module Fraud
  # A score from 0 (fine) to 100 (no). Each rule adds what experience says it is worth.
  class Screen
    RULES = {
      stranger_with_much: 35,
      many_cards: 30,
      odd_destination: 20,
      many_of_one: 15,
      throwaway_mailbox: 25
    }.freeze

    THROWAWAY = %w[mailinator.com tempmail.example 10minutes.example].freeze

    def self.call(order)
      new(order).call
    end

    def initialize(order)
      @order = order
    end

    def call
      [RULES.sum { |rule, weight| send(:"#{rule}?") ? weight : 0 }, 100].min
    end

    private

    def stranger_with_much?
      @order.first_order? && @order.high_value?
    end

    def many_cards?
      Payment.declined.joins(:order).where(orders: { account_id: @order.account_id }, created_at: 1.day.ago..).count >= 3
    end

    def odd_destination?
      !@order.delivery_address.same_place_as?(@order.billing_address)
    end

    def many_of_one?
      @order.lines.any? { |line| line.quantity > 20 }
    end

    def throwaway_mailbox?
      THROWAWAY.include?(@order.account.email.split("@").last)
    end
  end
end
