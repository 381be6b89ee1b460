class PushJob < ApplicationJob
  def perform(record, state: "new")
    record.ship
    record.update!(state: state)
  end
end

class Sender
  def self.call(...)
    new(...).call
  end

  def initialize(thing:, times: 1)
    @thing = thing
    @times = times
  end

  def call
    @thing.ship
  end
end

class Wrapper
  attr_reader :inner

  def initialize(inner)
    @inner = inner
  end

  def go
    inner.ship
  end
end

class Parcel
  def self.wrap(content)
    content.ship
  end
end

class Mixed
  def call(thing)
    thing.ship
  end
end

class Untold
  def call(thing)
    thing.ship
  end
end

class Base
  def initialize(thing)
    @thing = thing
  end

  def take
    @thing.ship
  end
end

class Heir < Base
end

class Handing
  def self.call(...)
    new(...).call
  end

  def initialize(thing, loud: false)
    @thing = thing
    @loud = loud
  end

  def call
    @thing.ship if @loud
  end
end
