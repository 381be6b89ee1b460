class ApplicationController < ActionController::Base
  helper_method :who

  def who = 1
end
