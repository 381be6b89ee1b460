module Carded
  def named_card
    "#{self.class.name}Card".constantize.new(self)
  end

  def view
    "Cards::#{self.class}View".safe_constantize.new(self)
  end
end
