module Signed
  def sign_all
    self.signed = true
    save
  end
end
