class Signup < ApplicationRecord
  def complete
    create_tenant
  end

  def create_tenant
  end
end
