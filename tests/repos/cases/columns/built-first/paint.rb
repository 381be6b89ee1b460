class Paint
  def one(bike)
    values = { colour: "red" }
    bike.update!(values)
  end

  def two(bike)
    values = {}
    values[:colour] = "blue"
    bike.update(values)
  end

  def three
    order = "bikes.colour DESC"
    Bike.order(order)
  end

  def four
    Shiny.new(Bike.new)
      .colour
  end

  def five
    name = :colour
    Bike.pluck(name)
  end

  def six
    changes = { "x" => 1 }
    changes.merge!(colour: "green")
    Bike.create!(changes)
  end
end
