class Sack < ApplicationRecord
  after_create :count_sacks
  after_save Ledger.new

  def count_sacks = Entry.count
end
