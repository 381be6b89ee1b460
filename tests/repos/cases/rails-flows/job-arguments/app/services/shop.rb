class Shop
  def sell
    order = Order.create!
    PushJob.perform_later(order, state: "sold")
    Sender.new(thing: order).call
    Wrapper.new(Order.find(1)).go
    Parcel.wrap(order)
    Mixed.new.call(order)
    Mixed.new.call(Van.new)
    Heir.new(order).take
    Handing.call(Van.find(2), loud: true)
  end
end
