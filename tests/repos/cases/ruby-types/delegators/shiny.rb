class Shiny < SimpleDelegator
  def go
    ride
  end

  def polish
    super
  end
end

class Plain < DelegateClass(Bike)
end

class BikeDecorator < Draper::Decorator
  delegate_all

  def go
    object.ride
  end
end

class Frame
  delegate :ride, to: :bike

  def initialize(bike) = @bike = bike

  attr_reader :bike

  def go = ride
end

class Stand
  delegate_missing_to :bike

  def initialize(bike) = @bike = bike

  attr_reader :bike

  def go = ride
end
