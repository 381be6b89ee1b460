class Poster < ApplicationRecord
  belongs_to :wall

  def pin_up(wall) = GlueJob.perform_later(wall)

  def caption = "A poster"

  def update(*) = GlueJob.perform_later
end
