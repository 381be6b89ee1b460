describe KitesController, type: :controller do
  it "flies" do
    post :fly_away, params: {id: 1}
    expect(controller.fly_away).to be_nil
  end
end
