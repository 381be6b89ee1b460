class WaxJob < ApplicationJob
  def perform = 1
end
