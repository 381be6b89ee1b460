class InkJob < ApplicationJob
  def perform = 1
end
