class Shop
  def sell
    Fruit.create!
  end

  def drop(fruit)
    fruit.destroy!
  end

  def deep
    Seed.create!
  end
end
