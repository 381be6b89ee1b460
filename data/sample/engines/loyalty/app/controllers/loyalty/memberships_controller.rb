module Loyalty
  class MembershipsController < ::ApplicationController
    def show
      @membership = current_account.membership or return redirect_to(main_app.root_path)
    end

    def create
      Membership.find_or_create_by!(account: current_account)
      redirect_to membership_path
    end
  end
end
