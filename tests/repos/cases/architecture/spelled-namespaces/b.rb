module Api
  module V1
    class Four
      def go = SHOP::Till.new
    end
  end
end
