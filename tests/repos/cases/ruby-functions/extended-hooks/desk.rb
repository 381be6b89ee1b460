class Desk
  def count
    Sums.add
    Marks.set
    Lists.sort_all
    Dates.today
    Words.first_of
    Plain.nothing
    Tails.wag
    Wings.beat
  end
end
