# The part of an order that leaves one warehouse with one carrier.
class Consignment < ApplicationRecord
  include HasReference
  include AASM

  has_reference prefix: "C"

  belongs_to :order
  belongs_to :warehouse
  has_many :lines, class_name: "OrderLine", dependent: :nullify, inverse_of: :consignment

  scope :in_transit, -> { where(state: "handed_over") }

  aasm column: :state do
    state :prepared, initial: true
    state :handed_over, :delivered, :lost

    event :hand_over do
      transitions from: :prepared, to: :handed_over, after: :leave_the_shelf
    end

    event :arrive do
      transitions from: :handed_over, to: :delivered
      after_commit { order.consignment_arrived(self) }
    end

    event :write_off do
      transitions from: :handed_over, to: :lost
    end
  end

  private

  def leave_the_shelf
    self.handed_over_at = Time.current
    lines.each do |line|
      StockLevel.find_by!(warehouse: warehouse, variant: line.variant).take!(line.quantity)
    end
  end
end
