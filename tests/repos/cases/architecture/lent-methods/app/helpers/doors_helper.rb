module DoorsHelper
  def name_of(door)
    who
  end
end
