class ApplicationRecord < ActiveRecord::Base
  primary_abstract_class

  # Declares that an integer column of pence is read as Money and may be written as one.
  def self.monetary(*names)
    names.each do |name|
      define_method(name) { Money.new(public_send(:"#{name}_cents") || 0) }
      define_method(:"#{name}=") { |amount| public_send(:"#{name}_cents=", amount.cents) }
    end
  end
end
