# A book that can be bought.
#
# It is written by one person.
class Book < ApplicationRecord
  include Reviewable
  acts_as_shelved placement: :spot

  FORMATS = %w[paper audio].freeze
  STATES = { draft: 0, printed: 1 }

  belongs_to :author, class_name: "Person", inverse_of: :books
  belongs_to :publisher, class_name: "::Publishing::House", optional: true
  has_many :copies, class_name: "Catalogue::Copy", dependent: :destroy
  has_many :loans, through: :copies
  has_many :readers, through: :loans, source: :customer
  has_and_belongs_to_many :genres

  FORMATS.each do |kind|
    has_one :"#{kind}_edition", class_name: "Edition"
    scope :"in_#{kind}", -> { where(format: kind) }
  end

  with_options on: :publish, if: :ready? do |ready|
    ready.validates :title, presence: true, length: { maximum: 200 }
    ready.before_save :stamp
  end

  enum :state, STATES, prefix: true
  enum status: %i[listed sold]

  delegate :name, to: :author, prefix: true, allow_nil: true

  validates_uniqueness_of :title, :isbn
  validates_with VATValidator
  validate :author_lives, on: :create
  validate { errors.add(:base) if odd? }
  before_create Stamps::Printer.new
  after_commit :reindex, on: %i[create update]
  after_create_commit -> { IndexJob.set(wait: 1.minute).perform_later(self) }

  scope :recent, -> { order(:created_at) }

  def self.cheapest(limit = 3) = recent.first(limit)

  class << self
    def search(term)
      where(title: term) if term && !term.empty?
    end

    private

    def secret; end
  end

  def reindex
    Catalogue::Copy.refresh(self)
    helper_call
    self.class.cheapest
  end

  def author_lives; end

  private

  def stamp
    @stamp ||= Time.current
  end

  def helper_call
    OrderMailer.with(book: self).shipped(self).deliver_later
  end
end
