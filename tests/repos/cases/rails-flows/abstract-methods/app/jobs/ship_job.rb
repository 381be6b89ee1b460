class ShipJob < ApplicationJob
  def perform = 1
end
