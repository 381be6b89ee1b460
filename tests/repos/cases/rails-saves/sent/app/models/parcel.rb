class Parcel < ApplicationRecord
  before_save :weigh

  private

  def weigh = Rails.cache.delete("parcels")
end
