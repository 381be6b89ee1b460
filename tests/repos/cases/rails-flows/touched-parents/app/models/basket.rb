class Basket < ApplicationRecord
  has_many :fruits
  before_save :not_now
  after_touch :warm
  after_commit :tell

  def not_now = Rails.cache.clear
  def warm = Rails.cache.write("x", 1)
  def tell = TellJob.perform_later
end
