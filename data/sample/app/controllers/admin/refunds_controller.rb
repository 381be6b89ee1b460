module Admin
  class RefundsController < BaseController
    def index
      @refunds = Refund.requested.includes(order: :account).order(:created_at)
    end

    def create
      order = Order.find_by!(reference: params[:order])
      refund = order.refunds.build(
        amount_cents: params.require(:amount_cents), reason: params.require(:reason),
        requested_by: current_account, payment: order.captured_payment
      )
      authorize refund
      refund.save!
      Refunds::Settle.call(refund) unless refund.needs_approval?
      redirect_to admin_order_path(order)
    end

    def approve
      refund = Refund.find_by!(reference: params[:id])
      authorize refund
      refund.update!(state: :approved, approved_by: current_account)
      Refunds::Settle.call(refund)
      redirect_to admin_refunds_path
    end
  end
end
