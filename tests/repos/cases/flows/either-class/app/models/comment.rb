class Comment < ApplicationRecord
  def bump! = update!(score: 1)
end
