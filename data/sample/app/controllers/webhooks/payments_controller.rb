module Webhooks
  # The card gateway tells us what became of a challenge. It repeats itself until it hears 200.
  class PaymentsController < ApplicationController
    skip_before_action :verify_authenticity_token, :require_sign_in
    before_action :check_signature

    def receive
      payment = Payment.find_by(provider_reference: params[:reference])
      Payments::Charge.confirm(payment, approved: params[:status] == "approved", code: params[:code]) if payment
      head :ok
    end

    private

    def check_signature
      head :unauthorized unless Payments::Gateway.genuine?(request.raw_post, request.headers["X-Gateway-Signature"])
    end
  end
end
