module Api
  module V1
    class BaseController < ActionController::API
      include ActionController::HttpAuthentication::Token::ControllerMethods
      include Pundit::Authorization

      PER_MINUTE = 60

      before_action :authenticate_partner
      before_action :throttle

      rescue_from ActiveRecord::RecordNotFound, Pundit::NotAuthorizedError do
        render json: { error: "not_found" }, status: :not_found
      end
      rescue_from ActionController::ParameterMissing do |e|
        render json: { error: "missing", field: e.param }, status: :bad_request
      end

      private

      attr_reader :partner

      def authenticate_partner
        @partner = authenticate_with_http_token { |token, _| Account.registered.find_by(api_token: token) }
        return head(:unauthorized) if @partner.nil?

        Current.account = @partner
      end

      def throttle
        key = "api/#{partner.id}/#{Time.current.strftime('%H%M')}"
        used = Rails.cache.increment(key, 1, expires_in: 2.minutes)
        head(:too_many_requests) if used.to_i > PER_MINUTE
      end

      def pundit_user
        partner
      end
    end
  end
end
