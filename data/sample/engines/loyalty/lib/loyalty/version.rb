module Loyalty
  VERSION = "0.4.0"
end
