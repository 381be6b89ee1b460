class Current < ActiveSupport::CurrentAttributes
  attribute :account, :request_id

  resets { Time.zone = nil }
end
