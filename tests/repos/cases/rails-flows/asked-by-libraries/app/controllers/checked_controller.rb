class CheckedController < ApplicationController
  before_action :check

  def check(model = nil)
    model ||= controller_name.classify.constantize
    authorize(model)
  end
end
