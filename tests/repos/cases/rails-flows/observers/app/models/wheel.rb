class Wheel < ApplicationRecord
end
