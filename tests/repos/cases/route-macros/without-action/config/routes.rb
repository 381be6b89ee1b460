Rails.application.routes.draw do
  get "gone", to: "pages#gone"
  get "shown", to: "pages#shown"
  get "here", to: "pages#here"
  get "inherited", to: "pages#inherited"
end
