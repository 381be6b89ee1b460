class StaffMember < Account
  has_many :approved_refunds, class_name: "Refund", foreign_key: :approved_by_id, inverse_of: :approved_by

  before_create :issue_api_token

  def staff?
    true
  end

  private

  def issue_api_token
    self.api_token = SecureRandom.hex(24)
  end
end
