module Accounts
  # When somebody signs in, what they did before signing in becomes theirs.
  class AbsorbGuest
    def self.call(account:, guest_basket:)
      new(account, guest_basket).call
    end

    def initialize(account, guest_basket)
      @account = account
      @guest_basket = guest_basket
    end

    def call
      Account.transaction do
        adopt_basket
        adopt_orders
      end
      @account.baskets.open.first
    end

    private

    def adopt_basket
      return if @guest_basket.nil? || @guest_basket.empty?

      own = @account.baskets.open.first
      own ? own.swallow(@guest_basket) : @guest_basket.update!(account: @account)
    end

    def adopt_orders
      shadows = Account.where(guest: true, email: @account.email)
      Order.where(account: shadows).find_each { |order| order.update_columns(account_id: @account.id) }
      shadows.find_each(&:destroy)
    end
  end
end
