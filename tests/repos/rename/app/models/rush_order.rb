class RushOrder < Order
  def close_out
    super
  end

  def hurry
    close_out
  end
end
