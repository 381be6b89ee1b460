Rails.application.routes.draw do
  mount_devise_token_auth_for "User", at: "auth", controllers: { sessions: "keys/sessions" }
  mount_doors_for "Door", controllers: { sessions: "door/sessions" }
  namespace(:api) { use_links at: "links", controllers: { links: "door/links" } }
  devise_for :users, controllers: { passwords: "users/passwords" }
end
