class Cart < ApplicationRecord
  def roll = true
end
