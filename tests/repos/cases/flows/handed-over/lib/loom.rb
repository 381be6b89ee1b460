class Loom
  # What weaves comes later.
  def later
    work = method(:weave)
    spin(method(:tie))
    work
  end

  def plain = spin(method(:length))

  def spin(callable) = callable.to_proc

  def weave = ShuttleJob.perform_later

  def tie = ShuttleJob.perform_later

  def length = 3
end
