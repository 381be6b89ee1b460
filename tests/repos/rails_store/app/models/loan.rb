class Loan < ApplicationRecord
  belongs_to :copy, class_name: "Catalogue::Copy"
  belongs_to :customer
end
