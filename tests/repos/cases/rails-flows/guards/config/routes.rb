Rails.application.routes.draw do
  resources :doors, only: %i[create show]
end
