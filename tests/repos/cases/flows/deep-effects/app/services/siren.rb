class Siren
  def howl
    1
  end
end
