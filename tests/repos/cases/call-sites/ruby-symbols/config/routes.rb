Rails.application.routes.draw do
  resources :kites do
    post :fly_away, on: :member
  end
end
