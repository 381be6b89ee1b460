class Chapter < ApplicationRecord
  belongs_to :novel
end
