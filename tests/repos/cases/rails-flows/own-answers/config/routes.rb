Rails.application.routes.draw do
  resources :keys, only: [:create] do
    post :block, on: :member
  end
end
