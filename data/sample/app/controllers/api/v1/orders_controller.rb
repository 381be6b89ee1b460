module Api
  module V1
    class OrdersController < BaseController
      def index
        orders = policy_scope(Order).for_display.limit(50)
        orders = orders.where(placed_at: Time.iso8601(params[:since])..) if params[:since]
        render json: orders.map { |order| OrderSerializer.new(order) }
      end

      def show
        order = policy_scope(Order).find_by!(reference: params[:reference])
        render json: OrderSerializer.new(order)
      end
    end
  end
end
