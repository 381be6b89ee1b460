class Rules
  LIST = { adult: 18, sober: 0 }

  def check(name)
    LIST.keys.all? { |rule| send(:"#{rule}?") }
  end

  def adult?
    true
  end

  def tall?
    true
  end
end

class StrictRules < Rules
  def awake?
    true
  end
end

class Calm
  def quiet?
    true
  end
end

class Caller
  def go(kind)
    Station.new.public_send(kind)
  end
end

class Station
  def depart
    1
  end
end
