namespace :api do
  namespace :v1 do
    resources :orders, only: %i[index show], param: :reference
    resources :quotes, only: :create
  end
end
