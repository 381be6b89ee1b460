module Notifications
  # Turns business events into letters to the customer. An event without a template is nobody's business.
  class Deliver
    TEMPLATES = {
      "order.cancelled" => [OrderMailer, :called_off],
      "order.dispatched" => [OrderMailer, :on_its_way],
      "order.authorisation_lapsed" => [OrderMailer, :card_needed_again],
      "consignment.delivered" => [OrderMailer, :arrived],
      "refund.settled" => [OrderMailer, :money_back],
      "basket.lapsed" => [BasketMailer, :left_behind]
    }.freeze

    def self.on_event(entry)
      mailer, template = TEMPLATES[entry.name]
      return if mailer.nil?

      mailer.public_send(template, entry.subject).deliver_later
    end
  end
end
