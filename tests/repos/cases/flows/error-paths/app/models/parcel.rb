class Parcel < ApplicationRecord
end
