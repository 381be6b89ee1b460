class Stamp
  def hit
    InkJob.perform_later
  end
end
