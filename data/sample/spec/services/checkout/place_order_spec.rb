require "rails_helper"

RSpec.describe Checkout::PlaceOrder do
  let(:level) { create(:stock_level, on_hand: 3) }
  let(:account) { create(:account) }
  let(:basket) { Basket.create!(account: account).tap { |basket| basket.put(level.variant, quantity: 2) } }

  def place
    described_class.call(
      basket: basket, account: account, delivery_address: create(:address, account: account), card_token: "tok_ok"
    )
  end

  it "holds the pieces and secures the amount" do
    reply = Payments::Gateway::Reply.new(status: :authorised, reference: "auth_1")
    allow(Payments::Gateway).to receive(:authorise).and_return(reply)

    expect(place).to be_ok
    expect(level.reload.held).to eq(2)
  end

  it "gives the pieces back when the card is declined" do
    reply = Payments::Gateway::Reply.new(status: :declined, code: "no_funds")
    allow(Payments::Gateway).to receive(:authorise).and_return(reply)

    expect(place.status).to eq(:declined)
    expect(level.reload.held).to eq(0)
  end
end
