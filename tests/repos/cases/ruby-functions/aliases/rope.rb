class Rope
  def tie
    1
  end

  def pull
    knot
  end

  alias knot tie
  alias_method :hitch, :knot

  class << self
    def splice
      new
    end

    alias_method :join, :splice
  end
end

class Cable < Rope
  alias :lash :tie
end

module Coiled
  def self.included(base)
    base.alias_method :wind, :coil
  end

  def coil
    2
  end
end

class Hose
  include Coiled
end

class Trawl
  def cast
    3
  end

  def mend
    4
  end

  alias_method :throw_out, :mend
  alias_method :throw_far, :cast

  def throw_out
    cast
  end
end
