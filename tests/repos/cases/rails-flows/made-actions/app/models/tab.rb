class Tab < ApplicationRecord
end
