class RingJob < ApplicationJob
  def perform = 1
end
