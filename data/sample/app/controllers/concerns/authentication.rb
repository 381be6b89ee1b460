module Authentication
  extend ActiveSupport::Concern

  included do
    helper_method :current_account
  end

  private

  def current_account
    @current_account ||= Account.find_by(id: session[:account_id]) if session[:account_id]
  end

  def require_sign_in
    return if current_account

    session[:return_to] = request.fullpath if request.get?
    redirect_to new_session_path
  end

  # A new session id, so that one that was planted before is worth nothing.
  def start_session_for(account)
    return_to = session[:return_to]
    reset_session
    session[:account_id] = account.id
    @current_account = account
    return_to || root_path
  end

  def end_session
    reset_session
    @current_account = nil
  end
end
