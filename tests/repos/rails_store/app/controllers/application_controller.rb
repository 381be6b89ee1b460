class ApplicationController < ActionController::Base
  include Guarded
  before_action :load_customer
  rescue_from ActiveRecord::RecordNotFound, with: :gone
  helper_method :current_customer

  def current_customer; end

  private

  def load_customer; end

  def gone; end
end
