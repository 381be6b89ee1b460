class Deck
  def work
    Rope.new.knot
    Rope.new.hitch
    Cable.new.lash
    Rope.join
    Hose.new.wind
  end

  def haul
    trawl = Trawl.new
    trawl.throw_far
  end

  def rest
    Trawl.new.throw_out
  end
end
