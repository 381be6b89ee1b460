module Callable
  def self.extended(base)
    base.extend(base)
  end
end

module Sending
  def self.included(base)
    base.send :extend, base
  end
end

module Working
  extend ActiveSupport::Concern

  included do
    extend self
  end
end

module Sums
  extend Callable

  def add = 1
end

module Marks
  include Sending

  def set = 2
end

module Lists
  include Working

  def sort_all = 3
end

module Dates
  extend Functionable

  def today = 4

  def tomorrow
    today + 1
  end
end

module Lending
  def self.included(base)
    base.extend self
  end

  def lent = 6
end

module Words
  include Lending
  include Sending

  def first_of = 5
end

module Plain
  include Lending

  def nothing = 7
end

module Evaluating
  def self.extended(base)
    base.class_eval do
      extend self
    end
  end
end

module Functioning
  def self.extended(base)
    base.send(:module_function)
  end
end

module Tails
  extend Evaluating

  def wag = 8
end

module Wings
  extend Functioning

  def beat = 9
end
