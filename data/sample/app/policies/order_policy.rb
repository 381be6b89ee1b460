class OrderPolicy < ApplicationPolicy
  def show?
    staff? || record.belongs_to?(account)
  end

  def cancel?
    show? && record.cancellable?
  end

  def send_back?
    record.belongs_to?(account) && record.return_window_open?
  end

  # An order that looks odd is let go only by somebody who did not touch it before.
  def release?
    staff? && record.review_needed? && !EventEntry.about(record).exists?(actor_id: account.id)
  end

  class Scope < ApplicationPolicy::Scope
    def resolve
      return scope.none if account.nil?

      account.staff? ? scope.all : scope.where(account_id: account.id)
    end
  end
end
