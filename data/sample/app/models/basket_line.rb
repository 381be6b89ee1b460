class BasketLine < ApplicationRecord
  belongs_to :basket
  belongs_to :variant

  validates :quantity, numericality: { in: 1..99 }

  delegate :title, :hazardous?, to: :variant

  def amount
    variant.price * quantity
  end

  def weight_grams
    variant.weight_grams * quantity
  end
end
