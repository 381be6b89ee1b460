class Genre < ApplicationRecord
end
