class KeysController < ApplicationController
  before_action only: %i[create] do
    redirect_to root_path unless params[:lock]
  end

  def create
    Key.create!(lock: params[:lock])
    ActiveSupport::Notifications.instrument("cut.key", lock: 1)
    redirect_to keys_path
  end

  def block
    RustJob.perform_later
    head :ok
  end
end
