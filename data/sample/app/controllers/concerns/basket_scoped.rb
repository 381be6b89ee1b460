# Finds the visitor's basket: by account when signed in, else by a signed cookie.
module BasketScoped
  extend ActiveSupport::Concern

  included do
    helper_method :current_basket
  end

  private

  def current_basket
    @current_basket ||= own_basket || basket_from_cookie || new_basket
  end

  def own_basket
    current_account && current_account.baskets.open.first
  end

  def basket_from_cookie
    token = cookies.signed[:basket]
    token && Basket.open.find_by(token: token)
  end

  def new_basket
    Basket.create!(account: current_account).tap do |basket|
      cookies.signed[:basket] = { value: basket.token, expires: 30.days, httponly: true }
    end
  end
end
