class Note < ApplicationRecord
  before_create :number_it

  def number_it
    self.text = "1"
  end
end
