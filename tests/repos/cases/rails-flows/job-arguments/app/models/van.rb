class Van < ApplicationRecord
  def ship = 2
end
