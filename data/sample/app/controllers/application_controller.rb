class ApplicationController < ActionController::Base
  include Authentication
  include BasketScoped
  include Pundit::Authorization

  before_action :set_request_context
  before_action :require_sign_in

  rescue_from Pundit::NotAuthorizedError, with: :not_yours
  rescue_from ActiveRecord::RecordNotFound, with: :not_there

  private

  def set_request_context
    Current.request_id = request.request_id
    Current.account = current_account
  end

  def pundit_user
    current_account
  end

  # Somebody else's order must look like one that does not exist.
  def not_yours
    current_account&.staff? ? head(:forbidden) : not_there
  end

  def not_there
    render file: Rails.public_path.join("404.html"), status: :not_found, layout: false
  end
end
