module Shipping
  # Makes parcels of a packed order and hands them to the carrier.
  class Dispatch
    class NotReady < StandardError; end

    def self.call(order)
      new(order).call
    end

    def initialize(order)
      @order = order
    end

    def call
      raise NotReady, "#{@order.reference} is #{@order.state}" unless @order.packing?

      parcels = @order.lines.group_by(&:warehouse).map { |warehouse, lines| prepare(warehouse, lines) }
      parcels.each { |parcel| hand_over(parcel) }
      @order.send_off!
      parcels
    end

    private

    def prepare(warehouse, lines)
      @order.consignments.create!(
        warehouse: warehouse, carrier: CarrierClient::NAME, weight_grams: lines.sum(&:weight_grams), lines: lines
      )
    end

    def hand_over(parcel)
      parcel.update!(tracking_code: CarrierClient.new.book(parcel))
      parcel.hand_over!
      EventLog.record("consignment.handed_over", parcel, order: @order.reference)
      CarrierTrackingWorker.perform_in(4.hours, parcel.id)
    end
  end
end
