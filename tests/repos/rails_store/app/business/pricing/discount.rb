class Discount
  def for(book)
    book.novel? ? "Publishing::House".constantize : Book::FORMATS
  end
end
