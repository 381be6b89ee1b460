module Payments
  # The only file that knows how the card processor talks. Amounts go over the wire in pence.
  class Gateway
    class Unreachable < StandardError; end

    Reply = Struct.new(:status, :reference, :code, :redirect_to, keyword_init: true)

    TIMEOUT = 8

    class << self
      def authorise(amount, card_token:, idempotency_key:)
        post("authorisations", { amount: amount.cents, currency: amount.currency, card: card_token }, idempotency_key)
      end

      def capture(reference, amount)
        post("authorisations/#{reference}/capture", { amount: amount.cents }, "capture-#{reference}")
      end

      def void(reference)
        post("authorisations/#{reference}/void", {}, "void-#{reference}")
      end

      def reverse(reference, amount, idempotency_key:)
        post("captures/#{reference}/reversals", { amount: amount.cents }, idempotency_key)
      end

      # Compares in constant time; the header is "t=<unix time>,v1=<hex digest>" and is worth five minutes.
      def genuine?(payload, header)
        parts = header.to_s.split(",").to_h { |part| part.split("=", 2) }
        return false unless parts["t"].to_i.between?(5.minutes.ago.to_i, 1.minute.from_now.to_i)

        expected = OpenSSL::HMAC.hexdigest("SHA256", ENV.fetch("GATEWAY_SECRET"), "#{parts['t']}.#{payload}")
        ActiveSupport::SecurityUtils.secure_compare(expected, parts["v1"].to_s)
      end

      private

      def post(path, body, idempotency_key)
        response = connection.post(path, body, { "Idempotency-Key" => idempotency_key })
        data = response.body
        Reply.new(status: data["status"].to_sym, reference: data["id"], code: data["code"], redirect_to: data["next"])
      rescue Faraday::Error => e
        raise Unreachable, "card gateway: #{e.message}"
      end

      def connection
        @connection ||= Faraday.new(url: ENV.fetch("GATEWAY_URL"), request: { timeout: TIMEOUT }) do |faraday|
          faraday.request :json
          faraday.response :json
          faraday.response :raise_error
        end
      end
    end
  end
end
