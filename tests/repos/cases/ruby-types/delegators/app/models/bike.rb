class Bike < ApplicationRecord
  def ride = 1

  def polish = 2
end
