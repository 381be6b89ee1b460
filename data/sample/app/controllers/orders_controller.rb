class OrdersController < ApplicationController
  before_action :find_order, only: %i[show cancel]

  def index
    @orders = policy_scope(Order).for_display
  end

  def show
    authorize @order
  end

  def cancel
    return redirect_to(@order, alert: t("orders.too_late")) unless policy(@order).cancel?

    @order.call_off!("customer")
    redirect_to @order, notice: t("orders.cancelled_notice", reference: @order.reference)
  end

  private

  def find_order
    @order = Order.find_by!(reference: params[:reference])
  end
end
