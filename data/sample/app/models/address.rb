class Address < ApplicationRecord
  belongs_to :account

  validates :recipient, :line1, :town, presence: true
  validates :postcode, postcode: true

  def one_line
    [recipient, line1, line2, town, postcode].compact_blank.join(", ")
  end

  def same_place_as?(other)
    other.present? && [line1, postcode] == [other.line1, other.postcode]
  end
end
