class RefundPolicy < ApplicationPolicy
  def create?
    staff? || record.order.belongs_to?(account)
  end

  def approve?
    staff? && record.requested? && record.requested_by_id != account.id
  end
end
