module Loud
  def run
    RingJob.perform_later
    super
  end
end
