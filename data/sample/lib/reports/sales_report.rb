# Sums captures per day. Orders are deliberately not used: see docs/adr/0005.
class SalesReport
  Row = Struct.new(:day, :orders, :taken, :given_back, keyword_init: true) do
    def net
      taken - given_back
    end
  end

  def initialize(from:, to:)
    @from = from.beginning_of_day
    @to = to.end_of_day
  end

  def rows
    days.map do |day|
      Row.new(day: day, orders: counts.fetch(day, 0), taken: money(captured, day), given_back: money(refunded, day))
    end
  end

  def to_csv
    lines = rows.map { |row| [row.day.iso8601, row.orders, row.taken, row.given_back, row.net].join(",") }
    ["day,orders,taken,given back,net", *lines].join("\n")
  end

  private

  def days
    (@from.to_date..@to.to_date).to_a
  end

  def captured
    @captured ||= Payment.captured.where(captured_at: @from..@to).group("DATE(captured_at)").sum(:captured_cents)
  end

  def refunded
    @refunded ||= Refund.settled.where(settled_at: @from..@to).group("DATE(settled_at)").sum(:amount_cents)
  end

  def counts
    @counts ||= Payment.captured.where(captured_at: @from..@to).group("DATE(captured_at)").distinct.count(:order_id)
  end

  def money(sums, day)
    Money.new(sums.fetch(day, 0))
  end
end
