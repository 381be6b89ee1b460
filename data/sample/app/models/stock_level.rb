class StockLevel < ApplicationRecord
  class Short < StandardError; end

  belongs_to :warehouse
  belongs_to :variant

  validates :held, numericality: { greater_than_or_equal_to: 0 }

  def free
    on_hand - held
  end

  # Sets pieces aside for an order. The row is locked: two checkouts may want the last shackle at the same moment.
  def hold!(quantity)
    with_lock do
      raise Short, "#{variant.sku} at #{warehouse.code}: #{free} left, #{quantity} wanted" if free < quantity

      update!(held: held + quantity)
    end
  end

  def release!(quantity)
    with_lock { update!(held: [held - quantity, 0].max) }
  end

  # The pieces have physically left.
  def take!(quantity)
    with_lock { update!(on_hand: on_hand - quantity, held: [held - quantity, 0].max) }
  end
end
