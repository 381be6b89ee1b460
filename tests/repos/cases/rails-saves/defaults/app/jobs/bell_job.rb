class BellJob < ApplicationJob
  def perform = 1
end
