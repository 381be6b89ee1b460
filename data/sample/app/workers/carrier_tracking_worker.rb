# Asks the carrier about one parcel and asks again later until it has arrived.
class CarrierTrackingWorker
  include Sidekiq::Worker

  sidekiq_options queue: "feeds", retry: 3

  GIVE_UP_AFTER = 21.days

  def perform(consignment_id)
    consignment = Consignment.find(consignment_id)
    return unless consignment.handed_over?

    case Shipping::CarrierClient.new.whereabouts(consignment.tracking_code)
    when :delivered then consignment.arrive!
    when :lost then consignment.write_off!
    else ask_again(consignment)
    end
  end

  private

  def ask_again(consignment)
    return consignment.write_off! if consignment.handed_over_at < GIVE_UP_AFTER.ago

    self.class.perform_in(4.hours, consignment.id)
  end
end
