class Keys::SessionsController < DeviseTokenAuth::SessionsController
  def create
    Visit.create!
    super
  end
end
