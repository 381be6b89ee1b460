class Tower
  include Bells

  def pull
    Rails.configuration.dispatcher.tell(Bells::RUNG, Time.now, rope: 1)
  end

  def hush
    Rails.configuration.dispatcher.tell(Bells::MUTED, Time.now, rope: 2)
  end
end
