class Shelf
  def measures
    draw(width:, height:)
  end

  def draw(**) = 1

  def width = 2

  def height = 3

  def other(width)
    draw(width:)
  end
end
