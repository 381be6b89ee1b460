module Record::Indexed
  def headline
  end

  def footline
  end
end
