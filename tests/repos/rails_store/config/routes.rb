Rails.application.routes.draw do
  resources :books, only: %i[index show] do
    member { post :reserve }
  end
  namespace :admin do
    resources :books, only: :destroy
  end
end
