Rails.application.routes.draw do
  get "/about", to: "house_pages#about"
  get "/lost", to: "house_pages#lost"
end
