class Ledger
  def after_save(sack)
    Entry.create!(sack: sack)
  end
end
