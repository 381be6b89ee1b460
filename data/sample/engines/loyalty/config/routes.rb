Loyalty::Engine.routes.draw do
  resource :membership, only: %i[show create]
  root "memberships#show"
end
