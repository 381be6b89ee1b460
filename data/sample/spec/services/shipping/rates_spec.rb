require "rails_helper"

RSpec.describe Shipping::Rates do
  it "knows an island by its postcode, however it is typed" do
    expect(described_class.island?("tr21 0pw")).to be(true)
    expect(described_class.island?("YO211DN")).to be(false)
  end

  it "lets goods of exactly the threshold travel free" do
    line = build(:order, :with_line).lines.first

    expect(described_class.quote(lines: [line], postcode: "YO21 1DN", goods: Money.new(7500))).to be_zero
  end
end
