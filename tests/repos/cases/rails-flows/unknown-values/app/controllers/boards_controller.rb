class BoardsController < ActionController::Base
  def hang = GlueJob.perform_later
end
