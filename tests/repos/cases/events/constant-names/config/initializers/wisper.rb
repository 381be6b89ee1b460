LISTENERS = [Porch.new, Hall.new].freeze
LISTENERS.each { |one| Wisper.subscribe(one) }
