class Porch
  def door_opened(door) = 1

  def door_shut = 2
end
