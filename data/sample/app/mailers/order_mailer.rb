class OrderMailer < ApplicationMailer
  def confirmation(order)
    letter_to(order.account, reference: order.reference, total: order.total)
  end

  def called_off(order)
    letter_to(order.account, reference: order.reference, reason: order.cancel_reason)
  end

  def on_its_way(order)
    letter_to(order.account, reference: order.reference, links: order.tracking_links.join("\n"))
  end

  def arrived(consignment)
    letter_to(consignment.order.account, reference: consignment.order.reference, parcel: consignment.reference)
  end

  def card_needed_again(order)
    letter_to(order.account, reference: order.reference, total: order.total)
  end

  def money_back(refund)
    letter_to(refund.order.account, reference: refund.order.reference, amount: refund.amount)
  end

  # To the shop, not to the customer.
  def high_value(order)
    mail(to: "harbourmaster@harbour.example", subject: "#{order.total}: #{order.reference}", body: order.delivery_address.one_line)
  end
end
