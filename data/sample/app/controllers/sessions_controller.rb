class SessionsController < ApplicationController
  skip_before_action :require_sign_in

  def new; end

  def create
    basket_before = current_basket
    account = Account.admit(params[:email], params[:password])
    return refuse if account.nil?

    target = start_session_for(account)
    Accounts::AbsorbGuest.call(account: account, guest_basket: basket_before)
    redirect_to target
  end

  def destroy
    end_session
    redirect_to root_path
  end

  private

  # Says the same whether or not the address is known.
  def refuse
    flash.now[:alert] = locked? ? t("sessions.locked", minutes: Account::LOCK_PERIOD.in_minutes.to_i) : t("sessions.wrong")
    render :new, status: :unprocessable_entity
  end

  def locked?
    Account.registered.find_by(email: params[:email])&.locked?
  end
end
