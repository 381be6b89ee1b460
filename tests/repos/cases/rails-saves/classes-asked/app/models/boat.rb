class Boat < ApplicationRecord
  def float = true
end
