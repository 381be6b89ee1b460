class ApplicationRecord < ActiveRecord::Base
  def measured_with_ruler(length)
    length
  end
end
