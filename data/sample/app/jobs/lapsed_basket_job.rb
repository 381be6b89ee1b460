class LapsedBasketJob < ApplicationJob
  queue_as :default

  def perform
    Basket.lapsed.find_each do |basket|
      next if basket.empty?

      EventLog.record("basket.lapsed", basket)
      basket.update_columns(reminded_at: Time.current)
    end
  end
end
