class Customer < ApplicationRecord
  has_secure_password
  Settings::LEVELS.each do |level, pattern|
    validates_format_of :code, with: pattern, message: :"needs_#{level}"
  end
  accepts_nested_attributes_for :loans
  has_many :loans
end
