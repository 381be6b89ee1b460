module Shapes
  module Painting
    def colour_of(door) = 1
  end
end
