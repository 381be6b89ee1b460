class CallListener
  def bell_rung(event) = 1

  def bell_muted(event) = 2
end
