module Signing
  def sign_in
    halt_now
    only_here
  end
end
