class RingJob < ApplicationJob
  def perform
    Siren.new.howl
  end
end
