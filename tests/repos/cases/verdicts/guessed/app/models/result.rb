class Result < ApplicationRecord
  def headline
  end
end
