class Users::OmniauthCallbacksController < Devise::OmniauthCallbacksController
  def github
    sign_in_and_redirect User.find(1)
  end

  def after_sign_in_path_for(user)
    root_path
  end
end
