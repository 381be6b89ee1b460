class Warehouse < ApplicationRecord
  has_many :stock_levels, dependent: :destroy
  has_many :consignments, dependent: :restrict_with_error

  validates :code, presence: true, uniqueness: true
  validates :postcode, postcode: true

  scope :by_priority, -> { order(:priority, :id) }
end
