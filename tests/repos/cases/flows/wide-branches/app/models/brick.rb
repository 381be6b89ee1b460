class Brick < ApplicationRecord
end
