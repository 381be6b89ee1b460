class BellListener
  def bell_rung(event)
    RingJob.perform_later
  end

  def bell_cracked(event) = 1
end
