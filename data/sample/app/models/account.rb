class Account < ApplicationRecord
  include SoftDeletable
  include Auditable

  MAX_ATTEMPTS = 5
  LOCK_PERIOD = 15.minutes

  has_secure_password validations: false

  has_many :addresses, dependent: :destroy
  has_many :orders, dependent: :restrict_with_error
  has_many :baskets, dependent: :nullify
  has_one :membership, class_name: "Loyalty::Membership", dependent: :destroy

  audits :email, :vat_number

  normalizes :email, with: ->(email) { email.strip.downcase }

  validates :email, presence: true, format: URI::MailTo::EMAIL_REGEXP
  validates :email, uniqueness: true, unless: :guest?
  validates :password, length: { minimum: 10 }, allow_nil: true
  validates :password_digest, presence: true, unless: :guest?

  scope :registered, -> { where(guest: false) }

  def self.guest_for(email)
    create!(email: email, guest: true)
  end

  # Returns the account when the pair is right and the account is not locked; counts wrong guesses.
  def self.admit(email, password)
    account = registered.find_by(email: email)
    return if account.nil? || account.locked?

    if account.authenticate(password)
      account.update!(failed_attempts: 0, locked_until: nil)
      account
    else
      account.note_wrong_guess
      nil
    end
  end

  def locked?
    locked_until.present? && locked_until.future?
  end

  def note_wrong_guess
    increment!(:failed_attempts)
    update!(locked_until: LOCK_PERIOD.from_now) if failed_attempts >= MAX_ATTEMPTS
  end

  def staff?
    false
  end

  def trade?
    vat_number.present?
  end

  def display_name
    full_name.presence || email.split("@").first
  end
end
