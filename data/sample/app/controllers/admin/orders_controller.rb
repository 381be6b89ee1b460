module Admin
  class OrdersController < BaseController
    before_action :find_order, except: :index

    def index
      @orders = Order.for_display.limit(100)
      @orders = @orders.search(params[:q]) if params[:q].present?
      @orders = @orders.in_state(params[:state]) if params[:state].present?
      @orders = @orders.merge(Order.late) if params[:late]
      @orders = @orders.merge(Order.suspicious) if params[:review]
    end

    def show
      authorize @order
    end

    def pack
      authorize @order, :update?
      @order.start_packing!
      redirect_to admin_order_path(@order)
    end

    def dispatch_goods
      authorize @order, :update?
      Shipping::Dispatch.call(@order)
      redirect_to admin_order_path(@order)
    rescue Shipping::Dispatch::NotReady, Shipping::CarrierClient::Refused => e
      redirect_to admin_order_path(@order), alert: e.message
    end

    # Takes a suspicious order off the list of those that wait for a second look.
    def release
      authorize @order
      @order.update!(risk_score: 0)
      EventLog.record("order.released", @order)
      redirect_to admin_order_path(@order)
    end

    def cancel
      authorize @order
      @order.call_off!("staff: #{params.require(:reason)}")
      redirect_to admin_order_path(@order)
    end

    private

    def find_order
      @order = Order.find_by!(reference: params[:reference])
    end
  end
end
