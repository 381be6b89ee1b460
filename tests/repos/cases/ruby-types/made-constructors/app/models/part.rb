class Part < ApplicationRecord
  def turn = 1
end
