class Users::SessionsController < Devise::SessionsController
  def create
    super
  end

  private

  def after_sign_in_path_for(user)
    Visit.create!
    root_path
  end
end
