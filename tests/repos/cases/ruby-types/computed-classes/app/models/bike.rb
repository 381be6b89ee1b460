class Bike < ApplicationRecord
  include Carded

  has_many :parts, as: :owner

  def self.card_class = BikeCard

  def card
    self.class.card_class.new(self)
  end

  def ride = 1
end
