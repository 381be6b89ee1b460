class Product < ApplicationRecord
  include SoftDeletable

  belongs_to :category
  has_many :variants, dependent: :destroy

  enum :tax_band, { standard: "standard", reduced: "reduced", zero: "zero" }, prefix: :taxed

  before_validation :derive_slug, on: :create

  validates :name, presence: true
  validates :slug, presence: true, uniqueness: true

  scope :on_show, -> { where(published_at: ..Time.current) }
  scope :within, ->(category) { where(category_id: category.subtree_ids) }
  scope :matching, ->(words) { where("products.name ILIKE :q OR products.brand ILIKE :q", q: "%#{sanitize_sql_like(words)}%") }

  def to_param
    slug
  end

  def cheapest
    variants.min_by(&:price_cents)
  end

  def tax_rate
    Rails.configuration.harbour.tax_bands.fetch(tax_band.to_sym)
  end

  private

  def derive_slug
    self.slug ||= [brand, name].compact_blank.join(" ").parameterize
  end
end
