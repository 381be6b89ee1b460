class Use
  def all
    Trip.new(Bike.new, piece: Part.new).go
    Tour.new(thing: Bike.find(1)).go
    Ride.new("x", Bike.first).go
    Leg.new(thing: Bike.last)
    Stop.new(thing: Bike.new).go
  end
end
