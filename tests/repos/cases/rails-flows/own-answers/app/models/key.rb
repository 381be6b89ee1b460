class Key < ApplicationRecord
end
