class Desk
  def stamp(user)
    Seal::Maker.new(user).make!
  end

  def all(seal)
    seal.sign_all
  end
end
