class Door < ApplicationRecord
end
