require "rails_helper"

RSpec.describe Order do
  subject(:order) { build(:order, :with_line) }

  describe "#recalculate" do
    it "adds postage and tax to the goods" do
      order.recalculate

      expect(order.goods).to eq(Money.new(2500))
      expect(order.postage).to eq(Money.new(495))
      expect(order.tax).to eq(Money.new(599))
      expect(order.total).to eq(Money.new(3594))
    end
  end

  describe "#call_off!" do
    it "is refused once the parcel has left" do
      order.state = "dispatched"

      expect { order.call_off!("customer") }.to raise_error(AASM::InvalidTransition)
    end
  end

  describe "#promised_by" do
    it "skips the weekend" do
      order.placed_at = Time.zone.local(2026, 3, 6, 12)

      expect(order.promised_by).to eq(Date.new(2026, 3, 11))
    end
  end
end
