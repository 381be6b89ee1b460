Rails.application.routes.draw do
  resources :gates, only: %i[index show edit]
end
