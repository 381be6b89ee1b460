class GlueJob < ApplicationJob
  def perform = 1
end
