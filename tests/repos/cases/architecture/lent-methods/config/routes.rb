Rails.application.routes.draw do
  resources :doors, only: :index
end
