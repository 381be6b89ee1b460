class Caller
  def initialize(ringer = Ringer)
    @ringer = ringer
  end

  def run
    @ringer.call
  end

  def again(with: Ringer)
    with.call
  end

  def loud(horn = Horn.new)
    horn.blow
  end
end

class Lantern
  def initialize(horn: Horn.new)
    @horn = horn
  end

  def go
    @horn.blow
  end
end

class Ringer
  def self.call
    BellJob.perform_later
  end
end

class Horn
  def blow
    1
  end
end
