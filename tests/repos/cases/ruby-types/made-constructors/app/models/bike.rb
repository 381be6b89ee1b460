class Bike < ApplicationRecord
  def ride = 1
end
