class Order < ApplicationRecord
  include AASM
  include HasReference
  include Auditable
  include Order::Refundable

  HOLDING_STATES = %w[awaiting_payment secured packing].freeze
  CANCELLABLE_STATES = %w[draft awaiting_payment secured packing].freeze
  HIGH_VALUE = 500_00

  has_reference prefix: "HB"
  monetary :goods, :discount, :postage, :tax, :total
  audits :delivery_address_id, :gift_note

  belongs_to :account
  belongs_to :basket, optional: true
  belongs_to :coupon, optional: true
  belongs_to :delivery_address, class_name: "Address"
  belongs_to :billing_address, class_name: "Address", optional: true

  has_many :lines, class_name: "OrderLine", dependent: :destroy, inverse_of: :order
  has_many :variants, through: :lines
  has_many :payments, dependent: :restrict_with_error
  has_many :consignments, dependent: :restrict_with_error

  accepts_nested_attributes_for :lines

  validates :gift_note, length: { maximum: 200 }
  validates :lines, presence: true, on: :placing
  validate :goods_may_travel_to_destination, on: :placing
  validate :coupon_was_live, on: :placing

  before_validation :default_billing_address
  before_validation :strip_gift_note
  before_save :recalculate, if: :open_to_changes?
  before_save :refresh_search_text
  after_create :remember_basket_conversion
  after_update :release_coupon, if: :just_cancelled?
  after_update_commit :send_confirmation, if: :just_secured?
  after_update_commit :warn_about_high_value, if: :just_secured?
  after_update_commit :record_state_change, if: :saved_change_to_state?
  before_destroy :forbid_destroying_placed_orders

  scope :placed, -> { where.not(placed_at: nil) }
  scope :recent, -> { order(placed_at: :desc) }
  scope :in_state, ->(*states) { where(state: states) }
  scope :waiting_to_be_packed, -> { in_state("secured").order(:placed_at) }
  scope :late, -> { in_state("secured", "packing").where(placed_at: ..3.days.ago) }
  scope :suspicious, -> { where("risk_score >= ?", Rails.configuration.harbour.risk.fetch(:review_from)) }
  scope :search, ->(words) { where("search_text ILIKE ?", "%#{sanitize_sql_like(words.to_s.downcase)}%") }

  aasm column: :state, whiny_persistence: true do
    state :draft, initial: true
    state :awaiting_payment, :secured, :packing, :dispatched, :delivered, :cancelled

    event :place do
      transitions from: :draft, to: :awaiting_payment, guard: :placeable?, after: :stamp_placing
    end

    event :secure do
      transitions from: :awaiting_payment, to: :secured
    end

    event :start_packing do
      transitions from: :secured, to: :packing, guard: :cleared?
    end

    event :send_off do
      transitions from: :packing, to: :dispatched, after: -> { self.dispatched_at = Time.current }
    end

    event :complete do
      transitions from: :dispatched, to: :delivered, after: -> { self.delivered_at = Time.current }
    end

    event :cancel do
      transitions from: %i[draft awaiting_payment secured packing], to: :cancelled, after: :stamp_cancelling
    end
  end

  class << self
    # Copies what is in the basket at today's prices. Later price changes do not touch the order.
    def from_basket(basket, account:, delivery_address:, billing_address: nil)
      new(
        account: account, basket: basket, coupon: basket.coupon,
        delivery_address: delivery_address, billing_address: billing_address
      ).tap do |order|
        basket.lines.includes(variant: :product).find_each do |line|
          order.lines.build(
            variant: line.variant,
            description: [line.title, line.cut_to_length].compact_blank.join(" "),
            quantity: line.quantity,
            unit_cents: line.variant.price_cents
          )
        end
      end
    end

    def for_display
      placed.recent.includes(:consignments, lines: { variant: :product })
    end

    def expire_unpaid(older_than: 2.days.ago)
      in_state("awaiting_payment").where(placed_at: ..older_than).find_each do |order|
        order.call_off!("no payment")
      end
    end

    def average_value(from:, to:)
      cents = placed.where(placed_at: from..to).average(:total_cents)
      Money.new(cents.to_i)
    end
  end

  # --- sums -------------------------------------------------------------------------------------------------------

  def recalculate
    self.goods = Money.sum(lines.map(&:amount))
    self.discount = coupon ? coupon.worth_on(goods) : Money.zero
    recalculate_postage
    recalculate_tax
    self.total = goods - discount + postage + tax
  end

  def recalculate_postage
    return if delivery_address.nil?

    self.postage = Shipping::Rates.quote(lines: lines, postcode: delivery_address.postcode, goods: goods - discount)
  end

  # Tax is worked out and rounded line by line, after the discount has been spread over the lines by value.
  def recalculate_tax
    reductions = discount.share(lines.map { |line| line.amount.cents })
    lines.zip(reductions).each do |line, reduction|
      line.tax = export? ? Money.zero : (line.amount - reduction).percent(line.variant.tax_rate)
    end
    self.tax = Money.sum(lines.map(&:tax)) + tax_on_postage
  end

  def tax_on_postage
    export? ? Money.zero : postage.percent(Rails.configuration.harbour.tax_bands.fetch(:standard))
  end

  # Trade customers abroad pay no tax here.
  def export?
    delivery_address.present? && delivery_address.country_code != "GB" && account.trade?
  end

  def weight_grams
    lines.sum(&:weight_grams)
  end

  def number_of_pieces
    lines.sum(&:quantity)
  end

  # --- payment ----------------------------------------------------------------------------------------------------

  def outstanding
    total - secured_amount
  end

  def secured_amount
    Money.sum(payments.select { |payment| payment.authorised? || payment.captured? }.map(&:amount))
  end

  def taken
    Money.sum(payments.select(&:captured?).map(&:captured))
  end

  def captured_payment
    payments.detect(&:captured?)
  end

  def live_payment
    payments.detect { |payment| payment.started? || payment.challenged? || payment.authorised? }
  end

  def settled?
    taken >= total
  end

  # --- cancelling -------------------------------------------------------------------------------------------------

  def cancellable?
    CANCELLABLE_STATES.include?(state)
  end

  # Cancels, lets go of the customer's money and tells the rest of the business. Stock comes back by event.
  def call_off!(reason)
    transaction do
      self.cancel_reason = reason
      cancel!
      Payments::Charge.let_go(live_payment) if live_payment
      EventLog.record("order.cancelled", self, reason: reason)
    end
  end

  # --- dispatch ---------------------------------------------------------------------------------------------------

  def cleared?
    settled? || outstanding <= Money.zero
  end

  def promised_by
    base = placed_at || Time.current
    days = consignments.many? ? 4 : 3
    days += 2 if Rails.configuration.harbour.surge
    days.times.reduce(base.to_date) { |date, _| next_working_day(date) }
  end

  def late?
    HOLDING_STATES.include?(state) && promised_by < Date.current
  end

  def consignment_arrived(consignment)
    EventLog.record("consignment.delivered", consignment, order: reference)
    complete! if dispatched? && consignments.all?(&:delivered?)
  end

  def tracking_links
    consignments.filter_map do |consignment|
      next if consignment.tracking_code.blank?

      "https://track.harbourline.example/#{consignment.tracking_code}"
    end
  end

  # --- people -----------------------------------------------------------------------------------------------------

  def belongs_to?(somebody)
    somebody.present? && account_id == somebody.id
  end

  def gift?
    gift_note.present? && !delivery_address.same_place_as?(billing_address)
  end

  def first_order?
    account.orders.placed.where.not(id: id).none?
  end

  def high_value?
    total_cents >= HIGH_VALUE
  end

  def review_needed?
    risk_score.to_i >= Rails.configuration.harbour.risk.fetch(:review_from)
  end

  # --- display ----------------------------------------------------------------------------------------------------

  def timeline
    EventEntry.about(self).map { |entry| [entry.created_at, entry.name.split(".").last.humanize] }
  end

  def state_label
    I18n.t(state, scope: "orders.states")
  end

  def to_csv_row
    [reference, placed_at&.iso8601, account.email, state, goods, discount, postage, tax, total].map(&:to_s)
  end

  private

  def placeable?
    valid?(:placing) && lines.any?
  end

  def open_to_changes?
    draft? || awaiting_payment?
  end

  def stamp_placing
    self.placed_at = Time.current
    coupon&.use_up!
  end

  def stamp_cancelling
    self.cancelled_at = Time.current
  end

  def default_billing_address
    self.billing_address ||= delivery_address
  end

  def strip_gift_note
    self.gift_note = gift_note&.squish.presence
  end

  # Staff type anything into the search box: a name, half a reference, a postcode without its blank.
  def refresh_search_text
    parts = [reference, account&.email, account&.full_name, delivery_address&.postcode, delivery_address&.postcode&.delete(" ")]
    self.search_text = parts.compact_blank.join(" ").downcase
  end

  def goods_may_travel_to_destination
    return if delivery_address.nil? || lines.none?(&:hazardous?)

    errors.add(:base, "Flammable goods cannot leave the mainland") if Shipping::Rates.island?(delivery_address.postcode)
  end

  def coupon_was_live
    errors.add(:coupon, :coupon_expired) if coupon && !coupon.live?
  end

  def remember_basket_conversion
    basket&.convert!
  end

  def release_coupon
    coupon.increment!(:uses_left) if coupon&.uses_left
  end

  def just_cancelled?
    saved_change_to_state? && cancelled?
  end

  def just_secured?
    saved_change_to_state? && secured?
  end

  def send_confirmation
    OrderMailer.confirmation(self).deliver_later
  end

  def warn_about_high_value
    OrderMailer.high_value(self).deliver_later if high_value?
  end

  def record_state_change
    EventLog.record("order.#{state}", self) unless cancelled?
  end

  def forbid_destroying_placed_orders
    throw :abort if placed_at.present?
  end

  def next_working_day(date)
    date += 1
    date += 1 while date.saturday? || date.sunday?
    date
  end
end
