class Publishing::House < ApplicationRecord
end
