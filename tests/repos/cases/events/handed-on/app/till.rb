class Till
  include Wisper::Publisher

  def sell
    tell("sale/made")
  end

  def undo
    tell("sale-undone")
  end

  def other
    Shelf.tell("sale.made".size)
  end

  private

  def tell(name)
    publish(name.gsub(/[^a-z]/, "_").to_sym, self)
  end
end
