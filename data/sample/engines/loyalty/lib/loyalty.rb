require "loyalty/version"
require "loyalty/engine"

# Points for purchases. The host needs an Account and events called order.settled and refund.settled.
module Loyalty
  mattr_accessor :pence_per_point, default: 100
  mattr_accessor :tiers, default: { "deckhand" => 0, "mate" => 500, "skipper" => 2_000 }
end
