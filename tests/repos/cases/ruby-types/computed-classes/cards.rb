class BikeCard
  def show = 1
end

class PartCard
  def show = 2
end

module Cards
  class BikeView
    def draw = 3
  end
end
