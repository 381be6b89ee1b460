module Tariff
  module_function

  def base
    7
  end

  def due
    base * 2
  end
end

module Weights
  def gross = 9

  def net
    gross - 1
  end
  module_function :gross, :net
end

module Labels
  module_function def paint(text)
    text
  end
end

module Stamps
  extend self

  def self.ink
    "blue"
  end

  def press
    ink
  end
end

module Crates
  class << self
    def stack
      1
    end
  end
end

module Sheets
  def fold
    2
  end

  class << self
    include Sheets
  end
end

module Hints
  def spare
    3
  end
end
