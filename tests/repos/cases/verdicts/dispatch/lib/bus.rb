class Bus
  EVENT = 'order.paid_late'

  def deliver(listener)
    listener.public_send(EVENT.tr('.', '_'), 1)
  end
end

class Ledger
  def order_paid_late(amount)
    amount
  end

  def order_lost(amount)
    amount
  end
end
