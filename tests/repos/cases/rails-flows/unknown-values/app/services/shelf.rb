class Shelf
  def clear(thing, things)
    thing.destroy!
    things.update_all(seen: true)
  end

  def tell(thing, wall)
    thing.pin_up(wall) if thing.respond_to?(:pin_up)
  end

  def read(thing)
    thing.caption
    thing.update(1)
    thing.hang
  end

  def paste(wall)
    old = if wall then Poster.where(wall: wall).to_a else [] end
    old.each { |p| p.destroy }
    wall.posters << Poster.new
  end
end
