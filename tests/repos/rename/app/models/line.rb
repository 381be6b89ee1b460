class Line < ApplicationRecord
  belongs_to :order

  def pack
  end
end
