class Till
  def bill
    Tariff.base
    Tariff.due
    Weights.net
    Labels.paint("x")
    Stamps.press
    Crates.stack
    Sheets.fold
    Hints.spare
  end
end
