Rails.application.routes.draw do
  root "products#index"

  concern :cancellable do
    post :cancel, on: :member
  end

  resources :products, only: %i[index show], param: :slug do
    get "category/:category", on: :collection, action: :index, as: :category
  end

  resource :basket, only: %i[show update destroy] do
    resources :lines, controller: "basket_lines", only: %i[create update destroy]
    post :redeem
  end

  resource :checkout, only: %i[new create] do
    get :confirm
  end

  resources :orders, only: %i[index show], param: :reference, concerns: :cancellable do
    resources :return_requests, only: %i[new create]
  end

  resource :session, only: %i[new create destroy]

  namespace :admin do
    root "orders#index"
    resources :orders, only: %i[index show], param: :reference, concerns: :cancellable do
      member do
        post :pack
        post :dispatch_goods
        post :release
      end
    end
    resources :refunds, only: %i[index create] do
      post :approve, on: :member
    end
    get "reports/sales", to: "reports#sales"
    get "reports/wallboard", to: "reports#wallboard"
  end

  namespace :webhooks do
    post "payments", to: "payments#receive"
  end

  draw(:api)

  mount Loyalty::Engine => "/loyalty"
end
