describe KitesHelper do
  it "names" do
    expect(helper.striped_kite_name(1)).to eq 1
    expect(striped_kite_name(1)).to eq 1
  end
end
