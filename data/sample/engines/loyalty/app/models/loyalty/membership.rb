module Loyalty
  class Membership < ::ApplicationRecord
    self.table_name = "loyalty_memberships"

    belongs_to :account, class_name: "::Account"
    has_many :point_entries, class_name: "Loyalty::PointEntry", dependent: :destroy

    validates :tier, inclusion: { in: ->(_) { Loyalty.tiers.keys } }

    def balance
      point_entries.sum(:points)
    end

    # Counts what was earned in the last twelve months, spent or not.
    def reassess_tier!
      earned = point_entries.where(created_at: 1.year.ago..).where("points > 0").sum(:points)
      update!(tier: Loyalty.tiers.select { |_, needed| needed <= earned }.keys.last)
    end
  end
end
