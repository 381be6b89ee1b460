class Press
  prepend Loud

  def run
    InkJob.perform_later
  end
end
