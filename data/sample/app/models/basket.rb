class Basket < ApplicationRecord
  LAPSES_AFTER = 20.hours

  belongs_to :account, optional: true
  belongs_to :coupon, optional: true
  has_many :lines, class_name: "BasketLine", dependent: :destroy, inverse_of: :basket

  has_secure_token :token

  before_save { self.touched_at = Time.current }

  scope :open, -> { where(converted_at: nil) }
  scope :lapsed, -> { open.where(reminded_at: nil, touched_at: ..LAPSES_AFTER.ago).where.not(account_id: nil) }

  # Adds to what is already there; a rope cut to another length is another line.
  def put(variant, quantity: 1, cut_to_length: nil)
    line = lines.find_or_initialize_by(variant: variant, cut_to_length: cut_to_length)
    line.quantity = (line.new_record? ? 0 : line.quantity) + quantity
    line.save!
    touch(:touched_at)
    line
  end

  def goods
    Money.sum(lines.map(&:amount))
  end

  def discount
    coupon ? coupon.worth_on(goods) : Money.zero
  end

  def empty?
    lines.none?
  end

  def swallow(other)
    other.lines.each { |line| put(line.variant, quantity: line.quantity, cut_to_length: line.cut_to_length) }
    self.coupon ||= other.coupon
    save!
    other.destroy!
  end

  def convert!
    update!(converted_at: Time.current)
  end
end
