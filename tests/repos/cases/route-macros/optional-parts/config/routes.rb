Rails.application.routes.draw do
  scope "(:locale)", locale: /de|en/ do
    resources :tides, only: %i[index show]
  end
  get "charts(/:id)", to: "charts#show"
  scope "(/locale/:locale)" do
    get "docks", to: "docks#index"
  end
  get "days(/:year(/:month))", to: "days#show"
end
