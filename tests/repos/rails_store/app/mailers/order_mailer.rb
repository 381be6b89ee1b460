class OrderMailer < ApplicationMailer
  def shipped(book)
    mail to: book.author
  end
end
