class ApplicationController < ActionController::Base
  include Signing

  def halt_now = head(:ok)
end
