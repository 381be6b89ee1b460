# Gives a record a short public reference that can be read out on the telephone.
module HasReference
  extend ActiveSupport::Concern

  # No vowels (no words by accident), no 0/O or 1/I.
  ALPHABET = "23456789BCDFGHJKLMNPQRSTVWXZ".chars.freeze

  class_methods do
    def has_reference(prefix:, length: 7)
      before_validation(on: :create) { self.reference ||= self.class.draw_reference(prefix, length) }
      validates :reference, presence: true, uniqueness: true, format: /\A#{prefix}[#{ALPHABET.join}]{#{length}}\z/
    end

    def draw_reference(prefix, length)
      loop do
        candidate = prefix + Array.new(length) { ALPHABET.sample(random: SecureRandom) }.join
        return candidate unless exists?(reference: candidate)
      end
    end
  end

  def to_param
    reference
  end
end
