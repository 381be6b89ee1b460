class Order < ApplicationRecord
  def ship = 1
end
