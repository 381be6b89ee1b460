class Half < ApplicationRecord
  def open
    if true
  end

class Whole
  def close
  end
