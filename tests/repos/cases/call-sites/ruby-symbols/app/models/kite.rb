class Kite < # a comment before what it inherits
  ApplicationRecord
  validates :name, presence: true, if: :named_by_owner?
  validate :tail_is_long,
    :line_is_long
  lifts :spool_of_line
  self.spooled = [:spool_of_line]
  alias_method :tail, :tail_in_metres

  def self.named_after_wind(wind)
    wind
  end

  def tail_in_metres
    measured_with_ruler(2)
  end

  def named_by_owner? = true
  def tail_is_long = true
  def line_is_long = true
  def spool_of_line = 1

  private

  def knot_count_of_tail
    3
  end
end
