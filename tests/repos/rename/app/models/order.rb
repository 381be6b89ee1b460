class Order < ApplicationRecord
  has_many :lines
  before_save :close_out

  def close_out
    lines.each(&:pack)
  end

  def total
    1
  end
end
