module Catalogue
  class Genre < ApplicationRecord
  end
end
