# A customer wants to send something back: becomes a refund that waits for the goods or for approval.
class ReturnRequestsController < ApplicationController
  before_action :find_order

  def new
    @lines = @order.lines.select { |line| line.returnable_quantity.positive? }
  end

  def create
    amount = @order.value_of_return(chosen)
    refund = @order.open_refund(amount: amount, reason: params.require(:reason), requested_by: current_account)
    note_returned_pieces
    Refunds::Settle.call(refund) unless refund.needs_approval?
    redirect_to @order
  end

  private

  def find_order
    @order = Order.find_by!(reference: params[:order_reference])
    authorize @order, :send_back?
  end

  def chosen
    @chosen ||= @order.lines.index_with { |line| params.dig(:quantities, line.id.to_s).to_i }.select { |_, quantity| quantity.positive? }
  end

  def note_returned_pieces
    chosen.each { |line, quantity| line.update!(returned_quantity: line.returned_quantity + quantity) }
  end
end
