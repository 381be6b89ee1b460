module DoorsHelper
  def painted(door)
    colour_of(door)
  end

  def door_path(door) = 1

  def door_url(door) = 2

  def link_to(*) = super
end
