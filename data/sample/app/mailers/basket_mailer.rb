class BasketMailer < ApplicationMailer
  def left_behind(basket)
    letter_to(basket.account, pieces: basket.lines.sum(&:quantity))
  end
end
