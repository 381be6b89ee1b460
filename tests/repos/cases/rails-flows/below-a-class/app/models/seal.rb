class Seal < ApplicationRecord
  include Signed
  after_create :warm_wax

  def warm_wax = WaxJob.perform_later

  class Maker < ::Maker
    def self.made = Seal

    def wishes
      WaxJob.perform_later
      { wax: 1 }
    end
  end
end
