module Reviewable
  extend ActiveSupport::Concern

  included do
    has_many :reviews, as: :reviewable
    scope :reviewed, -> { joins(:reviews) }
  end

  class_methods do
    def best_reviewed
      reviewed.first
    end
  end

  def rating
    reviews.average(:stars)
  end
end
