class Edition < ApplicationRecord
end
