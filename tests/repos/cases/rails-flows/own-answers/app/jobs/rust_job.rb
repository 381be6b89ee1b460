class RustJob < ApplicationJob
  def perform = 1
end
