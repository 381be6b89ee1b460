module Stamps
  class Printer
    def before_create(record)
      Copy.new
    end

    class Copy
      def initialize; end
    end
  end
end
