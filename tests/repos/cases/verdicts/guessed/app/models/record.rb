class Record < ApplicationRecord
  include const_get(connection.adapter_name)
end
