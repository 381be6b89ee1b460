class Bike < ApplicationRecord
end
