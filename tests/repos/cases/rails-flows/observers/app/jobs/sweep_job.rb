class SweepJob < ApplicationJob
  def perform = 1
end
