class Payment < ApplicationRecord
  AUTHORISATION_LIFETIME = 7.days

  belongs_to :order
  has_many :refunds, dependent: :restrict_with_error

  monetary :amount, :captured

  enum :state, {
    started: "started", challenged: "challenged", authorised: "authorised",
    captured: "captured", declined: "declined", released: "released"
  }

  scope :capture_overdue, -> { authorised.where("attempts > 0") }
  scope :ageing, -> { authorised.where(authorised_at: ..(AUTHORISATION_LIFETIME - 1.day).ago) }

  def mark_authorised!
    update!(state: :authorised, authorised_at: Time.current)
  end

  def mark_captured!(amount)
    update!(state: :captured, captured_cents: amount.cents, captured_at: Time.current)
  end

  def mark_declined!(code)
    update!(state: :declined, failure_code: code)
  end

  def refundable
    captured - Money.sum(refunds.settled.map(&:amount))
  end
end
