class Mill
  def grind
    Sack.create!(weight: 3)
  end

  def close(sack)
    sack.destroy
  end

  def oil
    Wheel.create!(size: 1).update!(size: 2)
  end
end
