class Chief
  def start
    Stairs.new.first_floor
    Stairs.new.look_around
  end
end
