module DoorsHelper
  def painted(door)
    colour_of(door)
  end
end
