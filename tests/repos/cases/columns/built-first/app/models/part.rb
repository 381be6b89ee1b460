class Part < ApplicationRecord
  belongs_to :bike
  counter_culture :bike
end
