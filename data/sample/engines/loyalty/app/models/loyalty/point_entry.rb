module Loyalty
  class PointEntry < ::ApplicationRecord
    self.table_name = "loyalty_point_entries"

    belongs_to :membership, class_name: "Loyalty::Membership"

    validates :points, numericality: { other_than: 0, only_integer: true }
    validates :source_reference, uniqueness: { scope: :membership_id }, allow_nil: true
  end
end
