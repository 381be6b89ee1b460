# What can actually be bought: a product in one size, colour or length.
class Variant < ApplicationRecord
  include Auditable

  belongs_to :product
  has_many :stock_levels, dependent: :destroy

  monetary :price
  audits :price_cents

  validates :sku, presence: true, uniqueness: true
  validates :price_cents, numericality: { greater_than: 0, only_integer: true }

  delegate :tax_rate, to: :product

  def title
    [product.name, option_label].compact_blank.join(", ")
  end

  def sellable
    stock_levels.sum(&:free)
  end

  def sold_out?
    sellable <= 0
  end
end
