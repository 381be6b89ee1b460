class BikeJob < ApplicationJob
  def perform = 1
end
