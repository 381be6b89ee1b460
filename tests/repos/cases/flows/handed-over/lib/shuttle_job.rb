class ShuttleJob < ApplicationJob
  def perform = 1
end
