class KnockJob < ApplicationJob
  def perform = 1
end
