RSpec.describe Kite do
  subject { described_class.new }
  let(:kite) { Kite.new }
  let(:made) { create(:kite) }

  it "has a tail" do
    expect(described_class.named_after_wind("fresh")).to eq "fresh"
    expect(kite.tail_in_metres).to eq 2
    expect(subject.tail_in_metres).to eq 2
    expect(made.tail_in_metres).to eq 2
    expect(kite.send(:knot_count_of_tail)).to eq 3
    expect(subject.send(:knot_count_of_tail)).to eq 3
    allow(kite).to receive(:tail_in_metres).and_return(3)
    described_class.expects(:named_after_wind)
    client.get(:spool_of_line)
  end
end
