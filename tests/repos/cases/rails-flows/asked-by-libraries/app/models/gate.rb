class Gate < ApplicationRecord
end
