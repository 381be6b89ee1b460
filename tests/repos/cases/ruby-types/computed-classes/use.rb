class Use
  def all
    Bike.first.card.show
    Part.first.named_card.show
    Bike.new.view.draw
    Bike.new.named_card.show
  end

  def found
    find_it.ride
  end

  def owned(part)
    part.owner.ride
  end

  private

  def find_it
    Bike.find(1)
  end
end
