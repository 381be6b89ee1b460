class Yard
  def one(thing)
    if thing.is_a?(Boat)
      thing.float
    else
      thing.float
    end
  end

  def two(thing)
    case thing
    when Cart then thing.roll
    when String then thing.strip
    end
  end

  def three(thing)
    return unless thing.is_a?(Boat)

    thing.float
  end

  def four
    raise ArgumentError if !@thing.kind_of?(Cart)

    @other = 1
    @thing.roll
  end

  def five(thing)
    thing.update!(label: "x") if Boat === thing
  end

  def six
    @thing.is_a?(Cart) && @thing.save!
  end

  def seven(thing)
    case thing
    when Boat
      thing = Cart.new
      thing.update!(label: "y")
    end
  end
end
