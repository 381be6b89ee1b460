class Wall < ApplicationRecord
  has_many :posters

  def add(poster)
    posters << poster unless poster.nil?
  end

  def self.of(poster)
    wall = Wall.new
    wall.posters << poster
    wall
  end

  def list(other)
    texts = []
    texts << other
    texts
  end
end
