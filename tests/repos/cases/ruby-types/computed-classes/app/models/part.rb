class Part < ApplicationRecord
  include Carded

  belongs_to :owner, polymorphic: true
end
