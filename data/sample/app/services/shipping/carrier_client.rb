module Shipping
  # Talks to Harbourline, who drive the parcels.
  class CarrierClient
    NAME = "harbourline"
    STATUSES = { "COLLECTED" => :moving, "OUT" => :moving, "DELIVERED" => :delivered, "LOST" => :lost }.freeze

    class Refused < StandardError; end

    # Returns the tracking code.
    def book(consignment)
      address = consignment.order.delivery_address
      body = {
        reference: consignment.reference,
        grams: consignment.weight_grams,
        to: { name: address.recipient, street: address.line1, town: address.town,
              postcode: Notifications::PostcodeNormaliser.call(address.postcode) }
      }
      connection.post("parcels", body).body.fetch("tracking")
    rescue Faraday::UnprocessableEntityError => e
      raise Refused, e.response[:body]
    end

    # Returns :moving, :delivered or :lost.
    def whereabouts(tracking_code)
      STATUSES.fetch(connection.get("parcels/#{tracking_code}").body.fetch("status"), :moving)
    end

    private

    def connection
      @connection ||= Faraday.new(url: "https://api.harbourline.example/v2") do |faraday|
        faraday.request :authorization, "Bearer", ENV.fetch("CARRIER_TOKEN")
        faraday.request :json
        faraday.response :json
        faraday.response :raise_error
      end
    end
  end
end
