class Placement < ApplicationRecord
  belongs_to :shelved, polymorphic: true
end
