module Catalogue
  class Copy < ApplicationRecord
    belongs_to :book
    has_many :loans
    has_one :genre

    def self.refresh(book); end
  end
end
