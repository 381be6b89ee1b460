module Shop
  class Cart
  end

  class Bag
  end

  class Box
  end
end

module SHOP
  class Till
    def go = API::V1::One.new
  end
end
