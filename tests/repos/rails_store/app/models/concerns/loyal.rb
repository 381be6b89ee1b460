module Loyal
  def self.included(base)
    base.has_many :points
  end
end
