class OrdersController < ApplicationController
  def index
    @orders = Order.where(state: params[:state])
  end

  def show
    @order = Order.find(params[:id])
    thing.close_out
    redirect_to orders_path
  end
end
