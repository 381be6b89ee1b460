module Bells
  RUNG = "bell.rung"
  MUTED = "bell.muted"
end
