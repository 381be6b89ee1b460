class BasketLinesController < ApplicationController
  skip_before_action :require_sign_in

  def create
    variant = Variant.find_by!(sku: params[:sku])
    current_basket.put(variant, quantity: params.fetch(:quantity, 1).to_i, cut_to_length: params[:cut_to_length].presence)
    redirect_to basket_path
  end

  def update
    line.update!(quantity: params[:quantity])
    head :no_content
  end

  def destroy
    line.destroy!
    redirect_to basket_path
  end

  private

  def line
    current_basket.lines.find(params[:id])
  end
end
