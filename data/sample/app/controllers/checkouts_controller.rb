class CheckoutsController < ApplicationController
  skip_before_action :require_sign_in
  before_action :require_goods, only: %i[new create]

  def new
    @order = Order.new(delivery_address: Address.new)
    @basket = BasketPresenter.new(current_basket)
  end

  def create
    outcome = Checkout::PlaceOrder.call(
      basket: current_basket, account: buyer, delivery_address: delivery_address,
      card_token: params.require(:card_token), gift_note: params[:gift_note]
    )
    respond_to_outcome(outcome)
  end

  # Where the bank sends the browser back to. The webhook may have been here before.
  def confirm
    payment = Payment.find_by!(provider_reference: params[:payment])
    Payments::Charge.confirm(payment, approved: params[:result] == "approved")
    redirect_to order_path(payment.order)
  end

  private

  def require_goods
    redirect_to basket_path if current_basket.empty?
  end

  def buyer
    @buyer ||= current_account || Account.guest_for(params.require(:email))
  end

  def delivery_address
    buyer.addresses.create!(params.require(:address).permit(:recipient, :line1, :line2, :town, :postcode, :country_code))
  end

  def respond_to_outcome(outcome)
    case outcome.status
    when :secured then redirect_to order_path(outcome.order)
    when :challenged then redirect_to outcome.redirect_to, allow_other_host: true
    when :referred then redirect_to root_path, notice: t("checkout.referred")
    when :declined then redirect_to new_checkout_path, alert: t("checkout.declined")
    else
      @order = outcome.order
      @basket = BasketPresenter.new(current_basket)
      render :new, status: :unprocessable_entity
    end
  end
end
