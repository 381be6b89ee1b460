class Press
  def all
    [1, 2].map(&method(:squeeze))
  end

  def later
    method(:rinse)
  end

  def through
    sieve = Sieve.new
    [1].each(&sieve.method(:shake))
  end

  def weighed
    [1].sum(&Scale.method(:weigh))
  end

  def squeeze(one)
    one
  end

  def rinse
    2
  end
end

class Sieve
  def shake(one) = one
end

class Scale
  def self.weigh(one) = one
end
