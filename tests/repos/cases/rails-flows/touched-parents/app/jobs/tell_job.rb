class TellJob < ApplicationJob
  def perform = 1
end
