Rails.application.routes.draw do
  resources :tabs, only: [] do
    collection do
      post :open
      post :shut
      post :mark_red
      post :green, :flip_wide, :flip_tall, :turn_left
    end
  end
end
