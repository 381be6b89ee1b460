module LoudStamp
  def hit
    RingJob.perform_later
    super
  end
end

Rails.application.config.to_prepare do
  Stamp.prepend(LoudStamp)
end
