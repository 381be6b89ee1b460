Easel::Frame.class_eval do
  def hang_straight
  end
end

Easel.define_singleton_method(:hang_low) { 1 }

def Easel.hang_high
end

class << Easel
  def hang_anywhere
  end
end

class Shelf
  class << self
    def dust_off
    end
  end
end
