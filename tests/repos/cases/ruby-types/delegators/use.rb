class Use
  def all
    Shiny.new(Bike.new).ride
    Plain.new(Bike.new).ride
    BikeDecorator.new(Bike.first).ride
    Bike.first.decorate.go
    Frame.new(Bike.new).ride
    Shiny.new(Bike.new).go
    Shiny.new(Bike.new).polish
    Stand.new(Bike.new).ride
  end
end
