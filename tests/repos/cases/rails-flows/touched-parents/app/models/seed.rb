class Seed < ApplicationRecord
  belongs_to :fruit, touch: :seeded_at
end
