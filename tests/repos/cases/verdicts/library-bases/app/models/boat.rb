class Boat < Elsewhere::Vessel
  def drift
    1
  end
end

class Oar
  def splash
    2
  end
end
