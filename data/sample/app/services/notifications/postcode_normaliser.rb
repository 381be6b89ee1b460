module Notifications
  # "tr21 0pw " -> "TR21 0PW". Started life for address labels in letters.
  module PostcodeNormaliser
    def self.call(text)
      squeezed = text.to_s.upcase.gsub(/[^A-Z0-9]/, "")
      return squeezed if squeezed.length < 5

      "#{squeezed[0..-4]} #{squeezed[-3..]}"
    end
  end
end
