class OwnToken < Doorkeeper::AccessToken
  before_create :stamp

  def stamp
    1
  end
end
