# An amount of pence in one currency. Immutable; arithmetic between currencies is an error, never a conversion.
class Money
  include Comparable

  class CurrencyMismatch < StandardError; end

  SYMBOLS = { "GBP" => "£", "EUR" => "€" }.freeze

  attr_reader :cents, :currency

  def self.zero(currency = default_currency)
    new(0, currency)
  end

  def self.sum(amounts)
    amounts.reduce(zero) { |total, amount| total + amount }
  end

  def self.default_currency
    Rails.configuration.harbour.currency
  end

  def initialize(cents, currency = self.class.default_currency)
    @cents = Integer(cents)
    @currency = currency
    freeze
  end

  def +(other)
    Money.new(cents + same(other).cents, currency)
  end

  def -(other)
    Money.new(cents - same(other).cents, currency)
  end

  def *(factor)
    Money.new((cents * factor).round, currency)
  end

  # Bankers' rounding is what the tax office expects of us, half-up is what customers expect on screen.
  def percent(rate, round: :half_even)
    half = round == :half_even ? :even : :up
    Money.new((cents * rate / 100.0).round(half: half), currency)
  end

  def <=>(other)
    cents <=> same(other).cents
  end

  def zero?
    cents.zero?
  end

  def negative?
    cents.negative?
  end

  # Splits the amount by weights without losing a penny: the largest remainders get the odd ones.
  def share(weights)
    return weights.map { self.class.zero(currency) } if weights.sum.zero?

    exact = weights.map { |weight| cents * weight / weights.sum.to_f }
    floors = exact.map(&:floor)
    order = exact.each_index.sort_by { |index| [floors[index] - exact[index], index] }
    order.first(cents - floors.sum).each { |index| floors[index] += 1 }
    floors.map { |part| Money.new(part, currency) }
  end

  def to_s
    format("%s%.2f", SYMBOLS.fetch(currency, "#{currency} "), cents / 100.0)
  end

  private

  def same(other)
    raise CurrencyMismatch, "#{currency} and #{other.currency}" unless other.currency == currency

    other
  end
end
