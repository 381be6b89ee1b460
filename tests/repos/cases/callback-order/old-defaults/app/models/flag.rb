class Flag < ApplicationRecord
  before_save :second
  before_save :first, prepend: true
  after_commit :early
  after_commit :late
  after_save :noted
  after_save :last_noted, prepend: true

  def first = Rails.cache.write("a", 1)
  def second = Rails.cache.write("b", 1)
  def early = Rails.cache.write("c", 1)
  def late = Rails.cache.write("d", 1)
  def noted = Rails.cache.write("e", 1)
  def last_noted = Rails.cache.write("f", 1)
end
