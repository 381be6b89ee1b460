class BasketsController < ApplicationController
  skip_before_action :require_sign_in

  def show
    @basket = BasketPresenter.new(current_basket)
  end

  def update
    params.require(:quantities).permit!.each do |line_id, quantity|
      line = current_basket.lines.find(line_id)
      quantity.to_i.zero? ? line.destroy! : line.update!(quantity: quantity)
    end
    redirect_to basket_path
  end

  def destroy
    current_basket.lines.destroy_all
    redirect_to basket_path
  end

  def redeem
    Promotions::Redeem.call(current_basket, params[:code])
    redirect_to basket_path
  rescue Promotions::Redeem::Refusal => e
    redirect_to basket_path, alert: e.message
  end
end
