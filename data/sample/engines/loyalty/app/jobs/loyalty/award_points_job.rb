module Loyalty
  # Gives points for money that was taken, and takes them back for money that was returned.
  class AwardPointsJob < ::ApplicationJob
    def perform(subject_id, event_name)
      case event_name
      when "order.settled" then award(Order.find(subject_id))
      when "refund.settled" then withdraw(Refund.find(subject_id))
      end
    end

    private

    def award(order)
      enter(order.account, points_for(order.taken), "purchase", order.reference)
    end

    def withdraw(refund)
      enter(refund.order.account, -points_for(refund.amount), "return", refund.reference)
    end

    def enter(account, points, reason, reference)
      return if account.membership.nil? || points.zero?

      account.membership.point_entries.create_with(points: points, reason: reason)
             .find_or_create_by!(source_reference: reference)
      account.membership.reassess_tier!
    end

    def points_for(amount)
      amount.cents / Loyalty.pence_per_point
    end
  end
end
