RSpec.describe Loan do
  it "belongs to a copy" do
    expect(Loan.new.copy).to be_nil
  end
end
