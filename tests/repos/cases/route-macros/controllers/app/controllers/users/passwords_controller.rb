class Users::PasswordsController < Devise::PasswordsController
  def update
    Visit.create!
    super
  end
end
