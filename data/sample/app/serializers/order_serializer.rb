class OrderSerializer
  def initialize(order)
    @order = order
  end

  def as_json(*)
    {
      reference: @order.reference,
      state: @order.state,
      placed_at: @order.placed_at&.iso8601,
      total: { cents: @order.total_cents, currency: @order.total.currency },
      lines: @order.lines.map { |line| line_json(line) },
      parcels: @order.consignments.map { |parcel| { code: parcel.tracking_code, state: parcel.aasm.current_state } }
    }
  end

  private

  def line_json(line)
    { sku: line.variant.sku, description: line.description, quantity: line.quantity, unit_cents: line.unit_cents }
  end
end
