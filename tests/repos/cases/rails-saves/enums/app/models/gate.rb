class Gate < ApplicationRecord
  enum status: { open: 0, shut: 1, lock: 2 }
  enum :colour, %i[red green], prefix: true

  before_update :note_it

  def slam
    shut!
  end

  private

  def note_it
    Rails.cache.delete("gates")
  end
end
