module Admin
  class BaseController < ApplicationController
    before_action :require_staff
    after_action :verify_authorized, except: :index

    layout "admin"

    private

    def require_staff
      not_there unless current_account&.staff?
    end
  end
end
