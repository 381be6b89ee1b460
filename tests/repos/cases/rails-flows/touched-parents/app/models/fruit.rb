class Fruit < ApplicationRecord
  belongs_to :basket, touch: true
end
