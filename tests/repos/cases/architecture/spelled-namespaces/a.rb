module API
  module V1
    class One
      def go = Shop::Cart.new
    end

    class Two
    end

    class Three
    end
  end
end
