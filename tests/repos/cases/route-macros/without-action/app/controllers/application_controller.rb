class ApplicationController < ActionController::Base
  def inherited = head(:ok)
end
