module Admin
  class ReportsController < BaseController
    # The wallboard in the packing hall has no keyboard to sign in with.
    skip_before_action :require_sign_in, :require_staff, only: :wallboard
    skip_after_action :verify_authorized

    def sales
      report = SalesReport.new(from: day(:from, 30.days.ago), to: day(:to, Time.current))
      respond_to do |format|
        format.html { @rows = report.rows }
        format.csv { send_data report.to_csv, filename: "sales.csv" }
      end
    end

    def wallboard
      return head(:not_found) unless params[:key] == ENV["WALLBOARD_KEY"]

      render json: {
        to_pack: Order.waiting_to_be_packed.count,
        late: Order.late.count,
        average: Order.average_value(from: Time.current.beginning_of_day, to: Time.current).to_s
      }
    end

    private

    def day(name, default)
      params[name].present? ? Time.zone.parse(params[name]) : default
    end
  end
end
