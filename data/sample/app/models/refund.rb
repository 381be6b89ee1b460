class Refund < ApplicationRecord
  include HasReference

  has_reference prefix: "R", length: 6

  belongs_to :order
  belongs_to :payment, optional: true
  belongs_to :requested_by, class_name: "Account"
  belongs_to :approved_by, class_name: "StaffMember", optional: true, inverse_of: :approved_refunds

  monetary :amount

  enum :state, { requested: "requested", approved: "approved", settled: "settled", refused: "refused" }

  validates :reason, presence: true
  validates :amount_cents, numericality: { greater_than: 0 }
  validate :not_more_than_was_taken, on: :create
  validate :two_pairs_of_eyes

  def needs_approval?
    amount_cents > Rails.configuration.harbour.refund_limit_without_approval
  end

  private

  def not_more_than_was_taken
    errors.add(:amount_cents, "is more than was taken") if payment && amount > payment.refundable
  end

  def two_pairs_of_eyes
    errors.add(:approved_by, "must be somebody else") if approved_by_id && approved_by_id == requested_by_id
  end
end
