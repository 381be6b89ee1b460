class Coupon < ApplicationRecord
  validates :code, presence: true, uniqueness: { case_sensitive: false }
  validate :percent_or_amount

  def self.lookup(code)
    find_by("LOWER(code) = ?", code.to_s.strip.downcase)
  end

  def live?(on: Date.current)
    (starts_on.nil? || starts_on <= on) && (ends_on.nil? || ends_on >= on) && (uses_left.nil? || uses_left.positive?)
  end

  def worth_on(goods)
    return Money.zero if goods.cents < minimum_cents
    return goods.percent(percent, round: :half_up) if percent

    [Money.new(amount_cents), goods].min
  end

  # Several people may redeem the last one at once; the condition in the UPDATE decides.
  def use_up!
    return true if uses_left.nil?

    self.class.where(id: id).where("uses_left > 0").update_all("uses_left = uses_left - 1") == 1
  end

  private

  def percent_or_amount
    errors.add(:base, "needs either a percentage or an amount") unless percent.present? ^ amount_cents.present?
  end
end
