class Trip
  pattr_initialize :thing, [:piece!, :loud]

  def go
    thing.ride
  end
  def spin = piece.turn
end

class Tour
  vattr_initialize [:thing!]

  def go
    @thing.ride
  end
end

Ride = Struct.new(:name, :thing) do
  def go
    thing.ride
  end
end

class Leg
  extend Dry::Initializer
  option :thing

  def go
    thing.ride
  end
end

class Stop
  include ActiveModel::Model
  attr_accessor :thing

  def go
    thing.ride
  end
end
