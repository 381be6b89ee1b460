class OrderLine < ApplicationRecord
  belongs_to :order, inverse_of: :lines
  belongs_to :variant
  belongs_to :warehouse, optional: true
  belongs_to :consignment, optional: true

  monetary :unit, :tax

  validates :quantity, numericality: { greater_than: 0 }
  validate :returns_do_not_exceed_purchase

  scope :open_for, lambda { |variant_id, warehouse_id|
    joins(:order).where(variant_id: variant_id, warehouse_id: warehouse_id, orders: { state: Order::HOLDING_STATES })
  }

  delegate :hazardous?, to: :variant

  def amount
    unit * quantity
  end

  def weight_grams
    variant.weight_grams * quantity
  end

  def returnable_quantity
    quantity - returned_quantity
  end

  private

  def returns_do_not_exceed_purchase
    errors.add(:returned_quantity, "is more than was bought") if returned_quantity > quantity
  end
end
