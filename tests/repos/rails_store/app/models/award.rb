class Award < ApplicationRecord
end
